type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing"
>;

/** Describes the element that has the focus. */
export type KeyPlace = {
  isDialog: boolean;
  isField: boolean;
  isInForm: boolean;
  isBody: boolean;
  /** True if another element uses the key, or the user turned off single-key shortcuts. */
  isTaken: boolean;
};

/**
 * A form that the user opens in one of several modes, for example to accept or return an answer.
 */
type ModeForm<Mode> = {
  /** Null while the form is closed. */
  mode: Mode | null;
  available: readonly Mode[];
  /** Lowercase keys that open the form, each with its mode. */
  openKeys: Readonly<Record<string, Mode>>;
  /** Lowercase keys that submit the form while it is closed, each with its mode. */
  submitKeys: Readonly<Record<string, Mode>>;
};

export type ModeCommand<Mode> =
  | { do: "open"; mode: Mode }
  | { do: "submit"; mode: Mode }
  | { do: "close" };

function openFormCommand<Mode>(
  { key, ctrlKey, metaKey, repeat, isComposing }: KeyPress,
  { isDialog, isField, isInForm, isBody }: KeyPlace,
  mode: Mode,
): ModeCommand<Mode> | null {
  if (isDialog || isComposing) return null;
  // Ignore Escape in a field of another form.
  if (key === "Escape") return isField && !isInForm ? null : { do: "close" };
  if (key !== "Enter" || !(ctrlKey || metaKey)) return null;
  // On an element outside the form, Ctrl+Enter has another meaning, such as opening a link in a new
  // tab.
  return repeat || !(isInForm || isBody) ? null : { do: "submit", mode };
}

function singleKeyCommand<Mode>(
  { key, ctrlKey, metaKey, altKey, repeat }: KeyPress,
  { isTaken }: KeyPlace,
  { mode, available, openKeys, submitKeys }: ModeForm<Mode>,
): ModeCommand<Mode> | null {
  // Ignore repeated events, so that holding down a key submits the form only once.
  if (ctrlKey || metaKey || altKey || repeat || isTaken) return null;
  const opened = openKeys[key.toLowerCase()];
  if (opened && available.includes(opened)) return { do: "open", mode: opened };
  const submitted = submitKeys[key.toLowerCase()];
  return submitted && !mode ? { do: "submit", mode: submitted } : null;
}

/** While the form is open, only Ctrl+Enter or ⌘+Enter submits it, always in the open mode. */
export function toModeCommand<Mode>(
  press: KeyPress,
  place: KeyPlace,
  form: ModeForm<Mode>,
): ModeCommand<Mode> | null {
  const command = form.mode && openFormCommand(press, place, form.mode);
  return command || singleKeyCommand(press, place, form);
}
