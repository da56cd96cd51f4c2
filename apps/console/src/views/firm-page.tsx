import type { Child } from "hono/jsx";
import { daysBetween, formatDate, formatMoment, isOverdue } from "../due.js";
import type { FailedEmail, Firm, OpenRequest, Page } from "../queries.js";
import { EMAIL_DAYS } from "../queries.js";

type View = "open" | "overdue" | "mail";

function Frame({ firm, view, children }: { firm: Firm; view: View; children: Child }) {
  const path = `/firms/${firm.slug}`;
  const links: [View, string, string][] = [
    ["open", path, "Open"],
    ["overdue", `${path}?show=overdue`, "Overdue"],
    ["mail", `${path}/mail`, "Failed emails"],
  ];
  return (
    <>
      <h1>{firm.name}</h1>
      <nav aria-label="Lists">
        {links.map(([name, href, label]) => (
          <a href={href} aria-current={name === view ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </>
  );
}

function More({ page }: { page: Page<unknown> }) {
  return page.total > page.rows.length ? (
    <p class="note">
      These are the first {page.rows.length} of {page.total}.
    </p>
  ) : null;
}

function Due({ dueOn, today }: { dueOn: string | null; today: string }) {
  if (dueOn === null) return <span class="note">No due date</span>;
  const days = daysBetween(dueOn, today);
  return (
    <>
      <time datetime={dueOn}>{formatDate(dueOn)}</time>
      {isOverdue(dueOn, today) ? (
        <strong class="late">
          {" "}
          {days} {days === 1 ? "day" : "days"} late
        </strong>
      ) : null}
    </>
  );
}

export function RequestsPage({
  firm,
  page,
  today,
  view,
}: {
  firm: Firm;
  page: Page<OpenRequest>;
  today: string;
  view: "open" | "overdue";
}) {
  return (
    <Frame firm={firm} view={view}>
      {page.rows.length === 0 ? (
        <p>{view === "overdue" ? "No requests are overdue." : "No requests are open."}</p>
      ) : (
        <table>
          <caption>{view === "overdue" ? "Overdue requests" : "Open requests"}</caption>
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">Client</th>
              <th scope="col">Due</th>
              <th scope="col">Items</th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <tr>
                <th scope="row">{row.title}</th>
                <td data-label="Client">{row.client}</td>
                <td data-label="Due">
                  <Due dueOn={row.dueOn} today={today} />
                </td>
                <td data-label="Items">
                  {row.itemsOpen} of {row.itemsTotal} waiting for the client, {row.itemsSubmitted}{" "}
                  to review
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More page={page} />
    </Frame>
  );
}

const EMAIL_KINDS: Readonly<Record<string, string>> = {
  request_sent: "Request",
  request_completed: "Request completed",
  request_reopened: "Request reopened",
  request_cancelled: "Request canceled",
  decision_digest: "Decisions",
  staff_digest: "New answers",
  invitation: "Invitation",
  reminder: "Reminder",
  owner_joined: "Owner joined",
  owner_left: "Owner left",
  owner_removed: "Owner removed",
  staff_notice: "Contact stopped getting email",
  email_deferred: "Notice of a daily email limit",
};

function readerOf({ contact, kind }: FailedEmail): string {
  if (contact) return `${contact.name}, ${contact.email}`;
  return kind === "invitation" ? "The invited person" : "Staff";
}

export function EmailPage({ firm, page }: { firm: Firm; page: Page<FailedEmail> }) {
  return (
    <Frame firm={firm} view="mail">
      {page.rows.length === 0 ? (
        <p>No email failed in the last {EMAIL_DAYS} days.</p>
      ) : (
        <table>
          <caption>Emails that failed in the last {EMAIL_DAYS} days</caption>
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">To</th>
              <th scope="col">Request</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <tr>
                <th scope="row">
                  {EMAIL_KINDS[row.kind] ?? row.kind}
                  {row.isBounced ? " (bounced)" : ""}
                </th>
                <td data-label="To">{readerOf(row)}</td>
                <td data-label="Request">{row.request?.title ?? "None"}</td>
                <td data-label="When">
                  <time datetime={row.at}>{formatMoment(row.at, firm.timeZone)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {firm.role === "member" ? (
        <p class="note">Only owners and admins see emails that are not about a request.</p>
      ) : null}
      <More page={page} />
    </Frame>
  );
}
