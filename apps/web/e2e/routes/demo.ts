import { expect } from "@playwright/test";
import { backendUrl, publishableKey } from "../addresses";
import { queryAsOwner } from "../database";
import type { Person } from "../people";

type Row = Record<string, string>;

/** Addresses of the demo firm's data. Each is a row of the seed, found by name. */
export type Demo = {
  request: string;
  draft: string;
  /** A request whose items are all submitted, and its item with a PDF. */
  insurance: string;
  insuranceItem: string;
  complete: string;
  cancelled: string;
  archived: string;
  /** An item of `request` that waits for a decision. */
  submittedItem: string;
  /** A PDF file of that request. */
  file: string;
  client: string;
  template: string;
  invitation: string;
  /** The opt-out token of the contact of `client`. */
  optOut: string;
  /** Permanent links of the signed-in contact's request and of another client's request. */
  ownRequest: string;
  ownDoor: string;
  otherDoor: string;
  completeDoor: string;
  closedDoor: string;
  /** Items of the contact's own request: one to answer, one accepted, and one returned for more. */
  openItem: string;
  acceptedItem: string;
  partialItem: string;
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

/**
 * Reads the demo firm's data as its owner.
 * @throws if the seed no longer contains a row
 */
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
    complete: request("Self assessment").id ?? "",
    cancelled: request("Fleet insurance renewal").id ?? "",
    archived: request("Accounts 2024").id ?? "",
    submittedItem,
    file: find(files, "item_id", itemOf("Year-end papers", "Bank statement at year end")).id ?? "",
    client: find(clients, "name", "Okafor Dental Practice").id ?? "",
    template: find(templates, "title", "Annual accounts").id ?? "",
    invitation: find(invitations, "email", "leo@harbour.example").id ?? "",
    optOut: optOut?.token ?? "",
    ownRequest: request("Mortgage application").id ?? "",
    ownDoor: request("Mortgage application").public_id ?? "",
    otherDoor: request("Year-end papers").public_id ?? "",
    completeDoor: request("Self assessment").public_id ?? "",
    closedDoor: request("Fleet insurance renewal").public_id ?? "",
    openItem: itemOf("Mortgage application", "Address of the property"),
    acceptedItem: itemOf("Mortgage application", "Passport or driver’s license"),
    partialItem: itemOf("Mortgage application", "Last three pay stubs"),
    otherItem: submittedItem,
  };
}
