import type { Route } from "next";
import { strings as shell } from "@/app/(staff)/o/[org]/_components/strings";
import { list } from "@/features/requests/strings";
import type { Command } from "@/features/search/menu/commands";
import { strings } from "@/features/search/strings";
import type { PageClient, PageRequest } from "@/features/search/types";

type Tools = {
  remind: (request: PageRequest) => void;
  copyLink: (row: HTMLElement) => void;
  exportRequest: (request: PageRequest) => void;
  showKeys: () => void;
};

const page = (title: string, path: string, isNewTab = false): Command => ({
  key: path,
  title,
  mark: { icon: "page" },
  href: path as Route,
  isNewTab,
});

const start = (title: string, path: string, shortcut?: string): Command => ({
  key: path,
  title,
  mark: { icon: "action" },
  href: path as Route,
  ...(shortcut ? { shortcut } : {}),
});

const act = (key: string, title: string, run: (row: HTMLElement) => void): Command => ({
  key,
  title,
  mark: { icon: "action" },
  run,
});

export function requestActions(
  base: string,
  request: PageRequest | null,
  { remind, copyLink, exportRequest }: Tools,
): Command[] {
  if (!request || request.status === "draft") return [];
  const { title, clientName, link, status, canRemind, canExport } = request;
  return [
    ...(canRemind ? [act("remind", strings.remind(clientName), () => remind(request))] : []),
    { ...act("copy-link", strings.copyLink, copyLink), context: link },
    ...(canExport
      ? [act("export", strings.exportRequest(title), () => exportRequest(request))]
      : []),
    ...(status === "open"
      ? [start(strings.editRequest(title), `${base}/requests/${request.id}/edit`)]
      : []),
  ];
}

export function clientActions(base: string, client: PageClient | null): Command[] {
  if (!client) return [];
  return [start(strings.newRequestFor(client.name), `${base}/requests/new?client=${client.id}`)];
}

export function firmActions(base: string, { showKeys }: Tools): Command[] {
  return [
    start(shell.newRequest, `${base}/requests/new`, "N"),
    start(shell.addClient, `${base}/clients/new`),
    start(shell.importClients, `${base}/clients/import`),
    start(shell.newTemplate, `${base}/templates/new`),
    { ...act("keys", shell.keysTitle, showKeys), shortcut: "?" },
  ];
}

export function firmPages(base: string, canManage: boolean): Command[] {
  return [
    page(shell.inbox, base),
    page(shell.requests, `${base}/requests`),
    page(list.views.mine.title, `${base}/requests?assignee=me`),
    page(list.views.overdue.title, `${base}/requests?status=overdue`),
    page(list.views.due_this_week.title, `${base}/requests?status=due_this_week`),
    page(shell.clients, `${base}/clients`),
    page(shell.templates, `${base}/templates`),
    ...(canManage ? [page(shell.settings, `${base}/settings/general`)] : []),
    page(shell.account, "/account"),
    page(shell.help, "/help#staff", true),
  ];
}

export function addClientNamed(base: string, name: string): Command {
  const path = `${base}/clients/new?name=${encodeURIComponent(name)}`;
  return { ...start(strings.addClientNamed(name), path), isOffer: true };
}
