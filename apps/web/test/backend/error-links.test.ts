import { unwrap } from "@dossier/backend-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withErrorLinks } from "@/features/error-links/loaders";
import { errorFailure } from "@/lib/errors/app-error";
import { type Firm, foundFirm, sendRequest, submitText } from "./firm";
import { errorOf } from "./provocation";
import { openStage, type Stage } from "./stage";

const TEXT = { kind: "text", section: "", title: "Anything" };

let stage: Stage;
let firm: Firm;
let second: { id: string };

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "refusals");
  const closed = await sendRequest(firm, [TEXT], "Closed");
  const reason = "It is not needed any more.";
  unwrap(await owner().rpc("complete_request", { request_id: closed.id, reason }));
  second = await sendRequest(firm, [TEXT], "Payroll");
});
afterAll(() => stage?.close());

const owner = () => firm.owner.visit().db;
const requestPage = (id: string) => `/o/refusals/requests/${id}`;
const clientPage = () => `/o/refusals/clients/${firm.clientId}`;

async function explained(
  error: unknown,
  at: { requestId?: string; clientId?: string } = {},
  by = owner,
) {
  const failure = errorFailure(new FormData(), error);
  const { message, links } = await withErrorLinks(by(), failure, { error, ...at });
  return { message, links };
}

const annual = () => ({ href: requestPage(firm.requestId), label: "Annual accounts" });
const payroll = () => ({ href: requestPage(second.id), label: "Payroll" });

// S-8.20
test("if the only contact cannot be removed, the error has links to the affected requests or to the client's contacts", async () => {
  const error = await errorOf(owner().rpc("remove_contact", { contact_id: firm.contactId }));
  expect(await explained(error)).toEqual({
    message:
      "No other contact of these requests gets email. Add another contact to each of them first.",
    links: [annual(), payroll()],
  });
  const args = { request_id: second.id, contact_id: firm.contactId };
  const alone = await errorOf(owner().rpc("remove_recipient", args));
  expect(await explained(alone, { requestId: second.id })).toEqual({
    message: "No other contact of this request gets email. Add another contact first.",
    links: [{ href: clientPage(), label: "Contacts of Client of refusals" }],
  });
});

// S-8.20
test("an error about archiving a client with open requests names these requests and the client's drafts", async () => {
  const draft = unwrap(
    await owner().rpc("save_draft", {
      ...{ org_id: firm.orgId, client_id: firm.clientId },
      ...{ title: "", message: "", contact_ids: [], items: [] },
    }),
  ) as unknown as { id: string };
  const error = await errorOf(owner().rpc("archive_client", { client_id: firm.clientId }));
  expect(await explained(error, { clientId: firm.clientId })).toEqual({
    message: "First complete or cancel this client’s open requests, and delete its drafts.",
    links: [annual(), payroll(), { href: requestPage(draft.id), label: "Untitled request" }],
  });
});

// S-8.29
test("an error about bounced emails names the contacts and links to the client's page, but only for staff", async () => {
  const bounce = (status: string) =>
    stage.sql("update public.contacts set status = $2 where id = $1", [firm.contactId, status]);
  await bounce("bounced");
  const expected = {
    message: "Email to Ruth Bramble bounced.",
    links: [{ href: clientPage(), label: "Correct the address of Ruth Bramble" }],
  };
  const unsent = await sendRequest(firm, [TEXT], "Unsent").then(
    () => null,
    (error: unknown) => error,
  );
  expect(await explained(unsent)).toEqual(expected);
  // Unlike the error above, the error of `remind_contacts` does not name the contacts.
  const requestId = second.id;
  const refused = await errorOf(owner().rpc("remind_contacts", { request_id: requestId }));
  expect(await explained(refused, { requestId })).toEqual(expected);
  const stranger = await stage.join("Sid Stranger");
  expect(await explained(unsent, {}, () => stranger.visit().db)).toEqual({
    message: "Email to this contact bounced. Correct the address first.",
    links: undefined,
  });
  await bounce("active");
});

// S-8.20
test("an error about undecided items links to the review of these items", async () => {
  const itemId = await submitText(firm, "Waiting answer");
  const error = await errorOf(
    owner().rpc("complete_request", { request_id: firm.requestId, reason: "Enough." }),
  );
  expect(await explained(error)).toEqual({
    message: "First decide on the items that are waiting for review.",
    links: [{ href: `${requestPage(firm.requestId)}/review/${itemId}`, label: "Waiting answer" }],
  });
});

test.each([
  ["the backend is down", { status: 503 }],
  ["the backend limits calls", { status: 429 }],
  ["the connection breaks", { drop: true }],
])("an error is shown without links if %s while the app loads the links", async (_, fault) => {
  const error = await errorOf(owner().rpc("remove_contact", { contact_id: firm.contactId }));
  const path = /^\/rest\/v1\/requests\?/;
  const disarm = stage.backend.faults.add({ path, times: Number.POSITIVE_INFINITY, ...fault });
  expect(await explained(error)).toEqual({
    message:
      "No other contact of these requests gets email. Add another contact to each of them first.",
    links: undefined,
  });
  disarm();
});
