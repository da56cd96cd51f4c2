import { listEmails, waitForEmail } from "../../../../scripts/test-supabase/mailbox.js";
import { readProject } from "../../../../scripts/test-supabase/project.js";
import { defineBackend } from "../../src/config/define-backend.js";
import { createFaultyFetch } from "../support/faulty-fetch.js";
import { createAccount, type Scene } from "./scene.js";
import type { SessionScene } from "./session-scene.js";

/** Domain of the test users' email addresses. Hosted projects refuse `example.org`. */
export const EMAIL_DOMAIN = process.env.CONTRACT_SUPABASE_EMAIL_DOMAIN || "example.org";

/**
 * The hosted project, if one is configured. It must have `fixture/supabase` (migration, bucket,
 * function), confirm email addresses with an emailed code or link, let users enroll authenticator
 * apps, and have generous rate limits. The tests delete no accounts.
 */
export const PROJECT = readProject("CONTRACT_SUPABASE");

const EMAIL_TIMEOUT_MS = 25_000;

function requireProject() {
  if (!PROJECT) throw new Error("No CONTRACT_SUPABASE_… is set.");
  const { url, publishableKey: anonKey, secretKey, issuer, mailboxUrl } = PROJECT;
  return { project: { url, anonKey }, secretKey, issuer, mailboxUrl };
}

function createMailbox(mailboxUrl: string): SessionScene["mailbox"] {
  const read = new Set<string>();
  return {
    async waitFor({ to }) {
      const email = await waitForEmail(
        mailboxUrl,
        to,
        (emails) => emails.findLast(({ id }) => !read.has(id)),
        { timeoutMs: EMAIL_TIMEOUT_MS },
      );
      for (const { id } of await listEmails(mailboxUrl, to)) read.add(id);
      return email;
    },
  };
}

export async function openHostedScene(): Promise<Scene> {
  const { project, secretKey, mailboxUrl } = requireProject();
  const mailbox = createMailbox(mailboxUrl);
  const { fetch, faults } = createFaultyFetch();
  const run = crypto.randomUUID().slice(0, 8);
  const join = async (name: string) => {
    const email = `${name}-${run}@${EMAIL_DOMAIN}`;
    const person = await createAccount(project, email, mailbox);
    return { ...person, options: { ...person.options, runtime: { fetch } } };
  };
  return {
    anonymous: { ...project, runtime: { fetch } },
    mia: await join("mia"),
    tom: await join("tom"),
    secretKeys: [secretKey],
    faults,
    close: async () => undefined,
  };
}

export async function openHostedSessions(): Promise<
  Pick<SessionScene, "backend" | "requests" | "mailbox" | "faults" | "later" | "reset">
> {
  const { project, issuer, mailboxUrl } = requireProject();
  const { fetch, faults, requests } = createFaultyFetch();
  let skewMs = 0;
  return {
    backend: defineBackend({
      ...project,
      issuer,
      runtime: { now: () => Date.now() + skewMs, fetch },
    }),
    requests,
    mailbox: createMailbox(mailboxUrl),
    faults,
    later: (milliseconds) => {
      skewMs += milliseconds;
    },
    reset: () => {
      skewMs = 0;
    },
  };
}
