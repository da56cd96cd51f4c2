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
      // Next does not log an error that is caught here.
      console.warn(`Page unavailable: ${error.operation} ${error.code}`);
      return show(error);
    }
  };
}

/**
 * During an outage, shows a message and a retry button instead of Next's error page, which is empty
 * without scripts. Wrap both pages and layouts, because Next renders them independently.
 */
export function guarded<Props extends object = object>(render: Render<Props>): Render<Props> {
  return withMessage(render, (error) => <UnavailableMessage code={error.code} />);
}

/**
 * Like `guarded`, for a page or layout that renders its own header.
 * @param frame renders the header around the message about an outage
 */
export function guardedIn<Props extends object = object>(
  frame: (message: ReactNode) => ReactNode,
  render: Render<Props>,
): Render<Props> {
  return withMessage(render, (error) => frame(<UnavailableMessage code={error.code} />));
}
