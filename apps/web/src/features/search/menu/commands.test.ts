import type { Route } from "next";
import { expect, test } from "vitest";
import { type Command, filterCommands, moveSelection } from "@/features/search/menu/commands";
import { clientCommands, requestCommands } from "@/features/search/menu/record-commands";
import type { FoundClient, FoundRequest, Matches } from "@/features/search/types";

const command = (title: string): Command => ({
  key: title,
  title,
  mark: { icon: "page" },
  href: "/help" as Route,
});

test("the command menu finds at most five commands, and ignores case and accents", () => {
  const many = ["Inbox", "Infos", "In Zoë", "Inn", "Int", "In"].map(command);
  expect(filterCommands(many, "IN ")).toHaveLength(5);
  expect(filterCommands(many, "zoe").map(({ title }) => title)).toEqual(["In Zoë"]);
});

test("moveSelection moves from the last command to the first, and from the first command to the last", () => {
  const rows = ["a", "b", "c"].map(command);
  expect(moveSelection(rows, "a", -1)).toBe("c");
  expect(moveSelection(rows, "c", 1)).toBe("a");
  expect(moveSelection([], undefined, 1)).toBeUndefined();
});

const client: FoundClient = {
  kind: "client",
  id: "c1",
  name: "Okafor Dental Practice",
  ref: "R-77",
  contactName: "Ada Okafor",
  contactEmail: "ada@okafor.example",
  isArchived: false,
};
const request: FoundRequest = {
  kind: "request",
  id: "r1",
  title: "Annual accounts 2025",
  clientId: "c1",
  clientName: "Okafor Dental Practice",
  status: "complete",
};
const matches = (total: number): Matches => ({
  clients: [client],
  clientTotal: total,
  requests: [request],
  requestTotal: total,
});

test("the command menu offers a list of all matches only if some matches are not in the menu", () => {
  const titles = (total: number) =>
    clientCommands("/o/firm", matches(total), "r-77").map(({ title }) => title);
  expect(titles(1)).toEqual(["Okafor Dental Practice"]);
  expect(titles(23)).toEqual(["Okafor Dental Practice", "Show all 23 clients"]);
  // The database counts at most 1,000 matches.
  expect(titles(1_000)).toEqual(["Okafor Dental Practice", "Show all matching clients"]);
});

test("the last rows of the command menu open the lists of all matches, in every status", () => {
  const lists = [clientCommands, requestCommands].map((commands) =>
    commands("/o/firm", matches(23), "R&D").at(-1),
  );
  expect(lists).toMatchObject([
    { title: "Show all 23 clients", href: "/o/firm/clients?q=R%26D&status=all" },
    { title: "Show all 23 requests", href: "/o/firm/requests?q=R%26D&status=all" },
  ]);
});

test("the command menu shows the reference and the contact next to a client", () => {
  const [row] = clientCommands("/o/firm", matches(1), "r-77");
  expect(row).toMatchObject({
    context: "R-77 · Ada Okafor · ada@okafor.example",
    href: "/o/firm/clients/c1",
  });
});
