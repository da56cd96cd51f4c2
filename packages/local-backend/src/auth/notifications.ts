import type { AuthContext, AuthTransaction } from "./context.ts";
import type { NotificationKind } from "./default-notifications.ts";
import { presentUser } from "./user-json.ts";
import type { UserRow } from "./users.ts";

interface Notice {
  kind: NotificationKind;
  user: UserRow;
  oldEmail?: string;
  factorType?: string;
}

/** A failure is only logged, as on hosted Supabase, because the change is already committed. */
export async function notify(
  auth: AuthContext,
  tx: AuthTransaction,
  { kind, user, oldEmail = "", factorType = "" }: Notice,
): Promise<void> {
  const to = kind === "email_changed" ? oldEmail : (user.email ?? "");
  if (!auth.config.email.notification[kind]?.enabled || to === "") return;
  const presented = await presentUser(tx, user);
  tx.afterCommit(async () => {
    try {
      if (auth.hook === undefined) {
        await auth.mailer.notify({ kind, to, email: user.email ?? "", oldEmail, factorType });
      } else {
        await auth.hook.send(presented, {
          email_action_type: `${kind}_notification`,
          redirect_to: auth.config.site_url,
          old_email: oldEmail,
          factor_type: factorType,
        });
      }
    } catch {
      auth.service.log(`auth: the notification ${kind} could not be sent`);
    }
  });
}
