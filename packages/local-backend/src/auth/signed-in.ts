import type { PreparedStatement, Queryable } from "../database/database.ts";
import { SESSION_COLUMNS, type SessionRow } from "./sessions.ts";
import { BELONGINGS, type Belongings } from "./user-json.ts";
import { INSTANCE_ID, type UserRow } from "./users.ts";

/** The user and session of a token, found by one statement. */
export interface Found {
  user: UserRow;
  session: SessionRow | undefined;
  belongings: Belongings;
}

/** `$1` is the user id, `$2` the session id, and `$3` the instance id. */
const FIND: PreparedStatement = {
  name: "auth.find_signed_in",
  text: `select u.*, ${BELONGINGS}, to_jsonb(s) as session
  from auth.users as u
  left join (select ${SESSION_COLUMNS} from auth.sessions where id = $2) as s on true
  where u.instance_id = $3 and u.id = $1`,
};

type Row = UserRow & Belongings & { session: SessionRow | null };

/** Finds the user and the session of a token. Also finds soft-deleted users. */
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

/** Converts the times of a session, which JSON represents as strings. */
function withDates(session: SessionRow): SessionRow {
  const { created_at, not_after, refreshedAt } = session;
  return {
    ...session,
    created_at: new Date(created_at),
    not_after: not_after && new Date(not_after),
    refreshedAt: refreshedAt && new Date(refreshedAt),
  };
}
