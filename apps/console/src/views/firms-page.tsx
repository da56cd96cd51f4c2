import type { Firm, FirmCounts } from "../queries.js";
import { EMAIL_DAYS } from "../queries.js";

export interface FirmLine {
  firm: Firm;
  counts: FirmCounts | null;
}

function Count({
  href,
  count,
  label,
  isAlarm,
}: {
  href: string;
  count: number;
  label: string;
  isAlarm: boolean;
}) {
  return (
    <li class={isAlarm && count > 0 ? "alarm" : undefined}>
      <a href={href}>
        <strong>{count}</strong> {label}
      </a>
    </li>
  );
}

const ROLES: Readonly<Record<string, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};

const LATE_SECONDS = 300;

function Sweep({ age }: { age: number | null }) {
  if (age === null)
    return (
      <p class="late">
        Emails and reminders may be late. Dossier has not yet checked which emails to send.
      </p>
    );
  const minutes = Math.floor(age / 60);
  const ago =
    minutes === 0
      ? "less than a minute ago"
      : `${minutes} ${minutes === 1 ? "minute" : "minutes"} ago`;
  return age > LATE_SECONDS ? (
    <p class="late">
      Emails and reminders may be late. Dossier last checked which emails to send {ago}.
    </p>
  ) : (
    <p>Dossier last checked which emails and reminders to send {ago}.</p>
  );
}

export function FirmsPage({
  lines,
  sweepAge,
}: {
  lines: readonly FirmLine[];
  /** Seconds since the last complete sweep. Null if none has completed. */
  sweepAge: number | null;
}) {
  if (lines.length === 0) {
    return (
      <section class="message">
        <h1>Your firms</h1>
        <p>You do not belong to a firm yet. Ask an owner to invite you.</p>
      </section>
    );
  }
  return (
    <>
      <h1>Your firms</h1>
      <ul class="firms">
        {lines.map(({ firm, counts }) => (
          <li class="card">
            <h2>
              <a href={`/firms/${firm.slug}`}>{firm.name}</a>{" "}
              <small>{ROLES[firm.role] ?? firm.role}</small>
            </h2>
            {counts === null ? (
              <p>
                This firm requires two-step verification.{" "}
                <a href={`/second-factor?next=/firms/${firm.slug}`}>Enter a code</a>
              </p>
            ) : (
              <ul class="counts">
                <Count
                  href={`/firms/${firm.slug}`}
                  count={counts.open}
                  label={counts.open === 1 ? "open request" : "open requests"}
                  isAlarm={false}
                />
                <Count
                  href={`/firms/${firm.slug}?show=overdue`}
                  count={counts.overdue}
                  label="overdue"
                  isAlarm
                />
                <Count
                  href={`/firms/${firm.slug}/mail`}
                  count={counts.failedEmails}
                  label={`${counts.failedEmails === 1 ? "email" : "emails"} failed in the last ${EMAIL_DAYS} days`}
                  isAlarm
                />
              </ul>
            )}
          </li>
        ))}
      </ul>
      <Sweep age={sweepAge} />
    </>
  );
}
