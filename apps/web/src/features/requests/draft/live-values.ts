import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

const TYPING_MS = 300;

const isChoice = (target: EventTarget) =>
  target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);

/**
 * Reads the form again 300 ms after the last keystroke, and immediately when a choice or `content`
 * changes.
 */
export function useLiveValues<T, E extends HTMLElement>({
  element,
  read,
  initial,
  content,
}: {
  element: RefObject<E | null>;
  /** Must be the same function in every render with the same content. */
  read: (element: E) => T;
  initial: T;
  /** The hook reads the form when this content changes. */
  content: readonly [unknown, unknown?];
}): { live: T; onType: (event: FormEvent) => void; refresh: () => void } {
  const [live, setLive] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    if (element.current) setLive(read(element.current));
  }, [element, read]);
  useLayoutEffect(refresh, [refresh, ...content]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onType = ({ target }: FormEvent) => {
    if (isChoice(target)) return refresh();
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, TYPING_MS);
  };
  return { live, onType, refresh };
}
