import type { PreparedStatement, Queryable } from "../database/database.ts";
import { SESSION_COLUMNS, type SessionRow } from "./sessions.ts";
import { BELONGINGS, type Belongings } from "./user-json.ts";
import { INSTANCE_ID, type UserRow } from "./users.ts";

export interface Found {
  user: UserRow;
  session: SessionRow | undefined;
  belongings: Belongings;
}

const FIND: PreparedStatement = {
  name: "auth.find_signed_in",
  text: `select u.*, ${BELONGINGS}, to_jsonb(s) as session
  from auth.users as u
  left join (select ${SESSION_COLUMNS} from auth.sessions where id = $2) as s on true
  where u.instance_id = $3 and u.id = $1`,
};

type Row = UserRow & Belongings & { session: SessionRow | null };

/** Also finds soft-deleted users. */
export async function findSignedIn(
  tx: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
): Promise<Found | undefined> {
  const [row] = await tx.query<Row>(FIND, [userId, sessionId ?? null, INSTANCE_ID]);
  if (row === undefined) return undefined;
  const { identities, factors, session, ...user } = row;
  return {
    user,
    session: session === null ? undefined : withDates(session),
    belongings: { identities, factors },
  };
}

function withDates(session: SessionRow): SessionRow {
  const { created_at, not_after, refreshedAt } = session;
  return {
    ...session,
    created_at: new Date(created_at),
    not_after: not_after && new Date(not_after),
    refreshedAt: refreshedAt && new Date(refreshedAt),
  };
}
