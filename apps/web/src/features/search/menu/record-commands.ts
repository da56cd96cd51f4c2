import type { Route } from "next";
import { requestStatus } from "@/features/requests/strings";
import type { Command } from "@/features/search/menu/commands";
import { strings } from "@/features/search/strings";
import type { FoundClient, FoundRecord, FoundRequest, Matches } from "@/features/search/types";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";

const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(" · ");

function clientCommand(base: string, client: FoundClient): Command {
  return {
    key: client.id,
    title: client.name,
    context: joined([
      client.ref,
      client.contactName,
      client.contactEmail,
      client.isArchived ? strings.archived : null,
    ]),
    mark: { client },
    href: `${base}/clients/${client.id}` as Route,
  };
}

function requestCommand(base: string, request: FoundRequest): Command {
  return {
    key: request.id,
    title: request.title || UNTITLED_REQUEST,
    context: joined([
      request.clientName,
      request.status === "open" ? null : requestStatus[request.status],
    ]),
    mark: { icon: "request" },
    href: `${base}/requests/${request.id}` as Route,
  };
}

export function recordCommand(base: string, record: FoundRecord): Command {
  return record.kind === "client" ? clientCommand(base, record) : requestCommand(base, record);
}

function showAll(title: string, href: string): Command {
  return { key: href, title, mark: { icon: "all" }, href: href as Route };
}

export function clientCommands(base: string, found: Matches, query: string): Command[] {
  const rows = found.clients.map((client) => clientCommand(base, client));
  if (found.clientTotal <= rows.length) return rows;
  const all = `${base}/clients?q=${encodeURIComponent(query)}&status=all`;
  return [...rows, showAll(strings.showAllClients(found.clientTotal), all)];
}

export function requestCommands(base: string, found: Matches, query: string): Command[] {
  const rows = found.requests.map((request) => requestCommand(base, request));
  if (found.requestTotal <= rows.length) return rows;
  const all = `${base}/requests?q=${encodeURIComponent(query)}&status=all`;
  return [...rows, showAll(strings.showAllRequests(found.requestTotal), all)];
}
