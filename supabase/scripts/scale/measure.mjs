const WARM_UPS = 20;

/**
 * Times a query alternately as a user, with row-level security, and as the database owner, who
 * bypasses row-level security.
 * @param {import("pg").Client} db connected as the owner
 * @param {{ userId: string, query: string, runs: number }} options
 * @returns {Promise<{ rls: Times, bypassed: Times }>} milliseconds
 */
export async function compare(db, { userId, query, runs }) {
  const rls = [];
  const bypassed = [];
  for (let run = -WARM_UPS; run < runs; run++) {
    const asPerson = await time(db, query, userId);
    const asOwner = await time(db, query);
    if (run < 0) continue;
    rls.push(asPerson);
    bypassed.push(asOwner);
  }
  return { rls: summarize(rls), bypassed: summarize(bypassed) };
}

/**
 * Times statements that change data. Rolls back each run.
 * @param {import("pg").Client} db
 * @param {{ userId: string, query: string, values: unknown[][] }} options `values` has the
 * parameters of each run
 */
export async function timeCalls(db, { userId, query, values }) {
  const times = [];
  for (const list of values) {
    // Run as the database owner, because users may not call these functions directly.
    await begin(db, userId, "postgres");
    const start = performance.now();
    await db.query(query, list);
    times.push(performance.now() - start);
    await db.query("rollback");
  }
  return summarize(times.slice(Math.min(WARM_UPS, times.length - 1)));
}

async function time(db, query, userId) {
  await begin(db, userId);
  const start = performance.now();
  await db.query(query);
  const milliseconds = performance.now() - start;
  await db.query("rollback");
  return milliseconds;
}

async function begin(db, userId, role = "authenticated") {
  await db.query("begin");
  if (userId === undefined) return;
  const claims = {
    sub: userId,
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "otp", timestamp: Math.floor(Date.now() / 1000) }],
  };
  await db.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
  await db.query(`set local role ${role}`);
}

/** @typedef {{ median: number, p95: number }} Times */

/** @param {number[]} times @returns {Times} */
export function summarize(times) {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
