"use client";

import { useSession } from "@dossier/backend-client/react";
import { usePathname } from "next/navigation";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { readFields, refuseRefill, VERSION, writeFields } from "@/components/forms/kept-fields";
import { useReturnedFocus } from "@/components/forms/returned-focus";
import { Button } from "@/components/ui/button";
import { keepAddress } from "@/lib/drafts/kept-address";
import {
  draftKey,
  honourForgetting,
  type KeptFields,
  keepDraft,
  printOf,
  readKept,
} from "@/lib/drafts/kept-drafts";
import { isEndedPath } from "@/lib/http/ended-path";

const TEXTS = {
  restored: "What you wrote here before, and did not send, is back.",
  discard: "Discard",
} as const;

const UserContext = createContext<string | null>(null);

/**
 * Whose words a form keeps: who is signed in, or was when it began, for when the session ends the
 * person is the same. After a sign-in the page may be there before the person is known. Their address
 * is kept in this tab until they sign out, in case they have to sign in again.
 */
export function useWriter(): string | null {
  const session = useSession();
  const now = session.status === "authenticated" ? session.claims.sub : null;
  const [userId, setUserId] = useState(now);
  if (now !== null && now !== userId) setUserId(now);
  const address = session.status === "authenticated" ? session.claims.email : undefined;
  useEffect(() => {
    if (now && address) keepAddress(sessionStorage, now, address);
  }, [now, address]);
  return userId;
}

/**
 * The forms within keep what is typed in them, for this person in this tab, until it is sent: it is
 * there again after a sign-in, a reload, or a look at another page.
 */
export function KeptForms({ children }: { children: ReactNode }) {
  return <UserContext value={useWriter()}>{children}</UserContext>;
}

/** Where the words of a form of this page are kept; null where they are not. */
function useStorageKey(id: string | undefined): string | null {
  const userId = useContext(UserContext);
  const pathname = usePathname();
  return userId && id ? draftKey(userId, `${pathname}#${id}`) : null;
}

/** Whether a redirect leads to the sign-in page, or to the one before it: nothing was done then. */
export function leadsToSignIn(path: string): boolean {
  return /^\/sign-in(?=[?#]|$)/.test(path) || isEndedPath(path);
}

const wordsOf = ({ [VERSION]: _, ...words }: KeptFields) => words;

const isSame = (one: KeptFields, other: KeptFields) =>
  printOf(wordsOf(one)) === printOf(wordsOf(other));

/** Whether what is kept belongs into what is shown: a decided item has no field for a note. */
const isOf = (kept: KeptFields, shown: KeptFields) =>
  Object.keys(wordsOf(kept)).some((name) => name in shown);

type Options = {
  form: RefObject<HTMLFormElement | null>;
  /** The form's id, which is fixed; without one nothing is kept. */
  id: string | undefined;
  /** What is kept of the form. Fixed, like `write`. */
  read?: (form: HTMLFormElement) => KeptFields;
  /** Puts kept words back. */
  write?: (form: HTMLFormElement, kept: KeptFields) => void;
};

/**
 * Keeps the words of a form within `KeptForms`.
 * @returns the version under what was put back, if anything was; `keep` for changes that are no
 * input, `forget` for when it was sent, and `discard`, which shows again what the page came with
 */
export function useKeptForm({ form, id, read = readFields, write = writeFields }: Options) {
  const key = useStorageKey(id);
  const [restored, setRestored] = useState<{ version?: string | undefined } | null>(null);
  const shown = useRef<KeptFields>({});

  const keep = useCallback(() => {
    if (!form.current || !key) return;
    const fields = read(form.current);
    if (isSame(fields, shown.current)) sessionStorage.removeItem(key);
    else keepDraft(sessionStorage, key, fields, []);
  }, [form, key, read]);

  const forget = useCallback(() => {
    if (key) sessionStorage.removeItem(key);
    if (form.current) shown.current = read(form.current);
    setRestored(null);
  }, [form, key, read]);

  const discard = useCallback(() => {
    if (form.current) write(form.current, shown.current);
    if (key) sessionStorage.removeItem(key);
    setRestored(null);
  }, [form, key, write]);

  useEffect(() => {
    const element = form.current;
    if (!element || !key) return;
    refuseRefill(element);
    honourForgetting({ local: localStorage, session: sessionStorage });
    shown.current = read(element);
    const kept = readKept(sessionStorage, key)?.fields;
    if (kept && isOf(kept, shown.current)) {
      if (isSame(kept, shown.current)) sessionStorage.removeItem(key);
      else {
        write(element, kept);
        setRestored({ version: kept[VERSION]?.[0] });
      }
    }
    element.addEventListener("input", keep);
    return () => element.removeEventListener("input", keep);
  }, [form, key, read, write, keep]);

  return { restored, keep, forget, discard };
}

/**
 * One kept text of a form whose field is not there any more, and the way to drop it.
 * @param isGone whether the field is not there; empty while it is
 */
export function useKeptText(id: string, name: string, isGone: boolean) {
  const key = useStorageKey(id);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!key) return;
    honourForgetting({ local: localStorage, session: sessionStorage });
    const kept = isGone ? readKept(sessionStorage, key) : undefined;
    setText(kept?.fields[name]?.[0] ?? "");
  }, [key, name, isGone]);
  const drop = useCallback(() => {
    if (key) sessionStorage.removeItem(key);
    setText("");
  }, [key]);
  return { text, drop };
}

/** Says that kept words are back, and offers to do without them. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  useReturnedFocus();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken px-3 py-1 text-sm"
    >
      <p className="grow py-1.5">{TEXTS.restored}</p>
      <Button variant="quiet" size="sm" className="min-h-11" onClick={onDiscard}>
        {TEXTS.discard}
      </Button>
    </div>
  );
}
