import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { ListProgress } from "@/components/ui/segments";
import type {
  InboxGroup,
  InboxItem,
  InboxPage,
  InboxSide,
  WorkCounts,
} from "@/features/inbox/types";
import type { ItemKind } from "@/features/items/types";
import type { Db } from "@/lib/backend/db";
import { type ListPlace, placeArgs, toListPage } from "@/lib/backend/list-page";
import { toAssignee } from "@/lib/backend/person";

const PAGE_SIZE = 20;

export async function countWork(db: Db, orgId: string): Promise<WorkCounts> {
  const readAt = Date.now();
  const row = unwrap(await db.rpc("count_work", { org_id: orgId }).single());
  return {
    readAt,
    toReview: row.to_review,
    toReviewMine: row.to_review_mine,
    openRequests: row.open_requests,
    openMine: row.open_mine,
    overdue: row.overdue,
    dueThisWeek: row.due_this_week,
    bounced: row.bounced,
    drafts: row.drafts,
    requests: row.requests,
  };
}

type ItemJson = {
  id: string;
  title: string;
  kind: ItemKind;
  no: number;
  submitted_at: string;
  sender_name: string;
  not_applicable: boolean;
  note: string;
  files: number;
  bytes: number;
  types: string[];
  file_name: string | null;
  text: string | null;
  choices: string[] | null;
  date: string | null;
};

function toItem(row: ItemJson): InboxItem {
  return {
    id: row.id,
    title: row.title,
    version: row.no,
    submittedAt: row.submitted_at,
    senderName: row.sender_name,
    answer: {
      kind: row.kind,
      isNotApplicable: row.not_applicable,
      note: row.note,
      files: row.files,
      bytes: row.bytes,
      types: row.types,
      fileName: row.file_name,
      text: row.text,
      choices: row.choices,
      date: row.date,
    },
  };
}

export async function listInbox(
  db: Db,
  { orgId, isMine, place }: { orgId: string; isMine: boolean; place?: ListPlace | undefined },
): Promise<InboxPage> {
  const rows = unwrap(
    await db.rpc("list_inbox", { org_id: orgId, mine: isMine, ...placeArgs(place, PAGE_SIZE) }),
  );
  return toListPage(
    rows.map((row) => ({ ...row, id: row.request_id, total: row.groups })),
    (row): InboxGroup => ({
      requestId: row.request_id,
      title: row.title,
      client: { id: row.client_id, name: row.client_name },
      dueOn: row.due_on,
      daysLate: row.days_late,
      assignee: toAssignee(row),
      progress: row.progress as ListProgress,
      waiting: row.waiting,
      items: (row.items as ItemJson[]).map(toItem),
    }),
    PAGE_SIZE,
  );
}

type SideJson = {
  overdue: {
    request_id: string;
    title: string;
    client_id: string;
    client_name: string;
    days_late: number;
    missing: number;
    reminded_today: boolean;
    may_remind: boolean;
  }[];
  bounced: { contact_id: string; email: string; client_id: string; client_name: string }[];
  due_this_week: { due_on: string; total: number; client_name: string }[];
  drafts: {
    request_id: string;
    title: string;
    client_id: string;
    client_name: string;
    saved_at: string;
  }[];
};

export async function getInboxSide(db: Db, orgId: string): Promise<InboxSide> {
  const side = unwrap(await db.rpc("get_inbox_side", { org_id: orgId })) as SideJson;
  const clientOf = (row: { client_id: string; client_name: string }) => ({
    id: row.client_id,
    name: row.client_name,
  });
  return {
    overdue: side.overdue.map((row) => ({
      requestId: row.request_id,
      title: row.title,
      client: clientOf(row),
      daysLate: row.days_late,
      missing: row.missing,
      isRemindedToday: row.reminded_today,
      mayRemind: row.may_remind,
    })),
    bounced: side.bounced.map((row) => ({
      contactId: row.contact_id,
      email: row.email,
      client: clientOf(row),
    })),
    dueThisWeek: side.due_this_week.map((row) => ({
      dueOn: row.due_on,
      total: row.total,
      clientName: row.client_name,
    })),
    drafts: side.drafts.map((row) => ({
      requestId: row.request_id,
      title: row.title,
      client: clientOf(row),
      savedAt: row.saved_at,
    })),
  };
}
