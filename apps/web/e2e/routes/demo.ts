import { expect } from "@playwright/test";
import { backendUrl, publishableKey } from "../addresses";
import { queryAsOwner } from "../database";
import type { Person } from "../people";

type Row = Record<string, string>;

/** Ids of rows of the seed, which `readDemo` finds by their names. */
export type Demo = {
  request: string;
  draft: string;
  /** A request whose items are all submitted. */
  insurance: string;
  /** An item of `insurance` whose answer is a PDF. */
  insuranceItem: string;
  /** A request without an answer to review. */
  unanswered: string;
  complete: string;
  cancelled: string;
  cancelledItem: string;
  archived: string;
  submittedItem: string;
  file: string;
  client: string;
  template: string;
  invitation: string;
  optOut: string;
  /** Id of the signed-in contact's open request. `ownPublicId` is its public id. */
  ownRequest: string;
  ownPublicId: string;
  /** Public id of `request`, which belongs to another client. */
  otherPublicId: string;
  completePublicId: string;
  /** Public id of `cancelled`, which belongs to another client. */
  closedPublicId: string;
  openItem: string;
  acceptedItem: string;
  completeItem: string;
  partialItem: string;
  /** The same item as `submittedItem`, which belongs to another client. */
  otherItem: string;
};

async function readTable(person: Person, query: string): Promise<Row[]> {
  const session = await person.context.request.get("/auth/session", {
    headers: { "sec-fetch-site": "same-origin" },
  });
  const { accessToken } = (await session.json()) as { accessToken: string };
  const answer = await fetch(`${backendUrl}/rest/v1/${query}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${accessToken}` },
  });
  expect(answer.status, query).toBe(200);
  return (await answer.json()) as Row[];
}

export async function readDemo(owner: Person): Promise<Demo> {
  const [requests, items, files, clients, templates, invitations] = await Promise.all([
    readTable(owner, "requests?select=id,title,public_id"),
    readTable(owner, "items?select=id,request_id,title"),
    readTable(owner, "files?select=id,item_id&status=eq.ready"),
    readTable(owner, "clients?select=id,name"),
    readTable(owner, "templates?select=id,title"),
    readTable(owner, "invitations?select=id,email&status=eq.pending"),
  ]);
  const find = (rows: Row[], column: string, value: string): Row => {
    const row = rows.find((each) => each[column] === value);
    if (!row) throw new Error(`The demo firm has nothing with ${column} ${value}.`);
    return row;
  };
  const request = (title: string) => find(requests, "title", title);
  const itemOf = (title: string, item: string) => {
    const { id } = request(title);
    return (
      find(
        items.filter((each) => each.request_id === id),
        "title",
        item,
      ).id ?? ""
    );
  };
  const submittedItem = itemOf("Year-end papers", "Ledger");
  const [optOut] = await queryAsOwner<{ token: string }>(
    `select private.opt_out_token(c) as token from public.contacts c
    where c.client_id = $1 and c.status = 'active' order by c.id limit 1`,
    [find(clients, "name", "Okafor Dental Practice").id],
  );
  return {
    request: request("Year-end papers").id ?? "",
    draft: request("Payroll set-up").id ?? "",
    insurance: request("Insurance renewal").id ?? "",
    insuranceItem: itemOf("Insurance renewal", "Current schedule"),
    unanswered: request("Lease of the new workshop").id ?? "",
    complete: request("Self assessment").id ?? "",
    cancelled: request("Fleet insurance renewal").id ?? "",
    cancelledItem: itemOf("Fleet insurance renewal", "Vehicle list"),
    archived: request("Accounts 2024").id ?? "",
    submittedItem,
    file: find(files, "item_id", itemOf("Year-end papers", "Bank statement at year end")).id ?? "",
    client: find(clients, "name", "Okafor Dental Practice").id ?? "",
    template: find(templates, "title", "Annual financial statements").id ?? "",
    invitation: find(invitations, "email", "leo@harbour.example").id ?? "",
    optOut: optOut?.token ?? "",
    ownRequest: request("Mortgage application").id ?? "",
    ownPublicId: request("Mortgage application").public_id ?? "",
    otherPublicId: request("Year-end papers").public_id ?? "",
    completePublicId: request("Self assessment").public_id ?? "",
    closedPublicId: request("Fleet insurance renewal").public_id ?? "",
    openItem: itemOf("Mortgage application", "Address of the property"),
    acceptedItem: itemOf("Mortgage application", "Passport or driver’s license"),
    completeItem: itemOf("Self assessment", "P60"),
    partialItem: itemOf("Mortgage application", "Last three pay stubs"),
    otherItem: submittedItem,
  };
}
