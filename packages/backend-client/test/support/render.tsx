import { type ReactNode, StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

export interface Rendered {
  rerender(ui: ReactNode): void;
  unmount(): void;
}

/** Does not use `act`, so that React schedules state updates as in a browser. */
export function render(ui: ReactNode): Rendered {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const rerender = (next: ReactNode) =>
    flushSync(() => root.render(<StrictMode>{next}</StrictMode>));
  rerender(ui);
  return {
    rerender,
    unmount() {
      flushSync(() => root.unmount());
      host.remove();
    },
  };
}
