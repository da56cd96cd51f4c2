import { randomUUID } from "node:crypto";
import { anonymous, createPerson, type Person, service } from "./person.ts";
import type { Scene } from "./test.ts";
import { daysAhead } from "./world.ts";

export const CAST = [
  "owner",
  "admin",
  "member",
  "contact",
  "contact of another client",
  "owner without the required factor",
  "admin without the required factor",
  "member without the required factor",
  "owner with the required factor",
  "contact of a firm that requires a factor",
  "suspended member",
  "owner of another firm",
  "contact of another firm",
  "contact with a password only",
  "contact with an old code",
  "owner on a device that was signed out",
  "member on a device that was signed out",
  "contact on a device that was signed out",
  "stranger",
  "visitor",
  "service key",
] as const;
export type Part = (typeof CAST)[number];

export const ENDED: ReadonlySet<Part> = new Set([
  "owner on a device that was signed out",
  "member on a device that was signed out",
  "contact on a device that was signed out",
]);

/**
 * People who must not read any row of the firm Alpha, except a suspended member's own membership.
 */
export const OUTSIDERS: ReadonlySet<Part> = new Set([
  "suspended member",
  "owner of another firm",
  "contact of another firm",
  "contact with a password only",
  "contact with an old code",
  ...ENDED,
  "stranger",
  "visitor",
  "service key",
]);

const THIRTY_ONE_DAYS = 31 * 86_400;

async function addNeighbour({ db, world, as }: Scene): Promise<Person> {
  const { owner, orgId } = world.alpha;
  const neighbour = await createPerson(db, "Alpha Neighbour", "neighbour@alpha-client.example");
  const staff = as(owner);
  const client = await staff.rpc("save_client", { org_id: orgId, name: "Neighbour" });
  const contact = await staff.rpc("save_contact", {
    org_id: orgId,
    client_id: String(client.id),
    name: "Alpha Neighbour",
    email: neighbour.email,
  });
  await as(service).rpc("link_contact", {
    contact_id: String(contact.id),
    email: neighbour.email,
    user_id: neighbour.id,
  });
  const draft = await staff.rpc("save_draft", {
    org_id: orgId,
    client_id: String(client.id),
    title: "Of the neighbour",
    message: "",
    due_on: daysAhead(14),
    contact_ids: [String(contact.id)],
    items: [{ kind: "text", title: "A word" }],
  });
  await staff.rpc("send_request", { request_id: String(draft.id) });
  return neighbour;
}

export function endSession(person: Person): Person {
  return { ...person, sessionId: randomUUID() };
}

export async function play(scene: Scene, part: Part): Promise<Person> {
  const { alpha, beta, stranger } = scene.world;
  if (/ the required factor$| requires a factor$/.test(part)) {
    await scene.db.query("update public.orgs set require_mfa = true where id = $1", [alpha.orgId]);
  }
  switch (part) {
    case "owner":
    case "owner without the required factor":
      return alpha.owner;
    case "owner with the required factor":
      return { ...alpha.owner, aal: "aal2" };
    case "admin":
    case "admin without the required factor":
      return alpha.admin;
    case "member":
    case "member without the required factor":
      return alpha.member;
    case "contact":
    case "contact of a firm that requires a factor":
      return alpha.contact;
    case "contact of another client":
      return addNeighbour(scene);
    case "suspended member":
      return alpha.suspended;
    case "owner of another firm":
      return beta.owner;
    case "contact of another firm":
      return beta.contact;
    case "contact with a password only":
      return { ...alpha.contact, methods: { password: 5 } };
    case "contact with an old code":
      return { ...alpha.contact, methods: { otp: THIRTY_ONE_DAYS } };
    case "owner on a device that was signed out":
      return endSession(alpha.owner);
    case "member on a device that was signed out":
      return endSession(alpha.member);
    case "contact on a device that was signed out":
      return endSession(alpha.contact);
    case "stranger":
      return stranger;
    case "visitor":
      return anonymous;
    case "service key":
      return service;
  }
}
