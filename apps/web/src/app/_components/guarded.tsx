import "server-only";
import type { BackendError } from "@dossier/backend-client";
import type { ReactNode } from "react";
import { UnavailableMessage } from "@/app/_components/unavailable-message";
import { leaveIfRefused } from "@/lib/backend/live-session.server";
import { outageOf } from "@/lib/backend/outage.server";

export type Render<Props> = (props: Props) => Promise<ReactNode>;

function withMessage<Props>(
  render: Render<Props>,
  show: (error: BackendError) => ReactNode,
): Render<Props> {
  return async (props) => {
    try {
      return await render(props);
    } catch (thrown) {
      await leaveIfRefused(thrown);
      const error = await outageOf(thrown);
      if (!error) throw thrown;
      // Log the outage, because Next logs only errors that a page throws.
      console.warn(`Page unavailable: ${error.operation} ${error.code}`);
      return show(error);
    }
  };
}

/**
 * During an outage, shows a message and a retry button. Without this wrapper, the response would
 * have status 500 and be empty without scripts. Wrap both pages and layouts: a document renders
 * them in parallel, and a navigation renders only those that change.
 */
export function guarded<Props extends object = object>(render: Render<Props>): Render<Props> {
  return withMessage(render, (error) => <UnavailableMessage code={error.code} />);
}

/**
 * Use it for a page or layout that renders its own header. During an outage, the message would
 * otherwise have no header.
 * @param frame returns the header and the message
 */
export function guardedIn<Props extends object = object>(
  frame: (message: ReactNode) => ReactNode,
  render: Render<Props>,
): Render<Props> {
  return withMessage(render, (error) => frame(<UnavailableMessage code={error.code} />));
}
