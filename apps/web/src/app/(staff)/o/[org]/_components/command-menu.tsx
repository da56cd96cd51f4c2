"use client";

import { usePathname, useRouter } from "next/navigation";
import { type Ref, startTransition, useState } from "react";
import {
  addClientNamed,
  clientActions,
  firmActions,
  firmPages,
  requestActions,
} from "@/app/(staff)/o/[org]/menu-commands";
import { useToast } from "@/components/ui/toast";
import { remindNow } from "@/features/requests/actions";
import { CommandList } from "@/features/search/components/command-list";
import { useMenuStart, useRecordSearch } from "@/features/search/hooks";
import { type Command, type CommandGroup, filterCommands } from "@/features/search/menu/commands";
import {
  clientCommands,
  recordCommand,
  requestCommands,
} from "@/features/search/menu/record-commands";
import { strings } from "@/features/search/strings";
import type { PageRequest } from "@/features/search/types";
import { copyTextOf } from "@/lib/browser/copy-text";
import { mayNavigate } from "@/lib/browser/offline-navigation";
import { browserZone } from "@/lib/browser/time-zone";
import { toCallFailure } from "@/lib/forms/call-failure";
import { VIEWER_ZONE } from "@/lib/forms/form-state";
import { readRecent, recordOfPath } from "@/lib/recent/recent-records";

export function CommandMenu({
  slug,
  userId,
  canManage,
  onDone,
  onShowKeys,
  ref,
}: {
  slug: string;
  userId: string;
  canManage: boolean;
  onDone: () => void;
  onShowKeys: () => void;
  ref: Ref<HTMLInputElement>;
}) {
  const router = useRouter();
  const toast = useToast();
  const here = recordOfPath(usePathname());
  const [recent] = useState(() => readRecent({ userId, slug }, here));
  const start = useMenuStart(slug, { recent, here });
  const { found, isSearching, hasFailed, search, retry } = useRecordSearch(slug);
  const [query, setQuery] = useState("");
  // The results include actions of the open page, so wait until these actions are loaded.
  const isPending = isSearching || start.isLoading;
  const [problem, setProblem] = useState<string>();
  const base = `/o/${slug}`;
  const words = query.trim();

  const remind = ({ id, clientName }: PageRequest) => {
    setProblem(undefined);
    startTransition(async () => {
      const form = new FormData();
      form.set("request_id", id);
      form.set(VIEWER_ZONE, browserZone());
      const state = await remindNow(null, form).catch(toCallFailure);
      if (state?.ok === false) {
        setProblem(state.message);
        return;
      }
      onDone();
      toast({ title: strings.reminded(clientName) });
    });
  };
  const copyLink = async (row: HTMLElement) => {
    const link = row.querySelector<HTMLElement>("[data-context]");
    if (link && (await copyTextOf(link))) {
      onDone();
      toast({ title: strings.copied });
    } else {
      setProblem(strings.selected);
    }
  };
  const tools = {
    remind,
    copyLink: (row: HTMLElement) => void copyLink(row),
    exportRequest: ({ id }: PageRequest) => {
      onDone();
      // If the export is refused, the browser opens the request's page, which shows the reason.
      if (mayNavigate()) location.assign(`${base}/requests/${id}/export`);
    },
    showKeys: onShowKeys,
  };
  const actions = [
    ...requestActions(base, start.request, tools),
    ...clientActions(base, start.client),
    ...firmActions(base, tools),
  ];
  const group = (id: keyof typeof strings.groups, commands: Command[]) => ({
    id,
    label: strings.groups[id],
    commands,
  });
  const groups: CommandGroup[] =
    words === ""
      ? [
          group(
            "recent",
            start.recent.map((record) => recordCommand(base, record)),
          ),
          group("actions", actions),
        ]
      : [
          group("clients", found ? clientCommands(base, found, words) : []),
          group("requests", found ? requestCommands(base, found, words) : []),
          group("actions", filterCommands(actions, words)),
          group("go", filterCommands(firmPages(base, canManage), words)),
        ];
  const hasNone =
    words !== "" &&
    found !== null &&
    !isPending &&
    groups.every((each) => each.commands.length === 0);
  if (hasNone) groups.push(group("actions", [addClientNamed(base, words)]));

  const onRun = (command: Command, row: HTMLElement, inNewTab: boolean) => {
    if (command.run) {
      command.run(row);
      return;
    }
    onDone();
    if (inNewTab || command.isNewTab) open(command.href, "_blank", "noopener");
    else if (mayNavigate()) router.push(command.href);
  };

  return (
    <CommandList
      ref={ref}
      query={query}
      onQuery={(next) => {
        setQuery(next);
        setProblem(undefined);
        search(next);
      }}
      groups={groups}
      isSearching={isPending && query.trim() !== ""}
      onRun={onRun}
      notice={
        <>
          {hasFailed ? (
            <p role="alert" className="px-5 pt-3 text-sm text-danger">
              {strings.failed}{" "}
              <button type="button" onClick={retry} className="link font-semibold">
                {strings.retry}
              </button>
            </p>
          ) : null}
          {problem ? (
            <p role="alert" className="px-5 pt-3 text-sm text-danger">
              {problem}
            </p>
          ) : null}
          {hasNone ? (
            <p className="px-5 pt-3 text-sm text-ink-muted">{strings.noMatch(words)}</p>
          ) : null}
        </>
      }
    />
  );
}
