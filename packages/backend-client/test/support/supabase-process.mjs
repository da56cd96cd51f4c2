import { createInterface } from "node:readline";
import { createClient } from "@supabase/supabase-js";

const [url, key, email, password] = process.argv.slice(2);
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const openClient = () =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
const dataOf = ({ data, error }) => {
  if (error) throw error;
  return data;
};

const client = openClient();
const { auth } = client;
const wrong = await auth.signInWithPassword({ email, password: "wrong" });
const first = dataOf(await auth.signInWithPassword({ email, password })).session;
const { claims } = dataOf(await auth.getClaims());
const rows = dataOf(await client.from("requests").select("id"));
const second = dataOf(await auth.refreshSession()).session;
const { user } = dataOf(await auth.getUser());
await auth.signOut();
const ended = await openClient().auth.getUser(second.access_token);

const byCode = openClient().auth;
dataOf(await byCode.signInWithOtp({ email, options: { shouldCreateUser: false } }));
console.log("sent");
const { value: token } = await input.next();
const { user: verified } = dataOf(await byCode.verifyOtp({ email, token, type: "email" }));

console.log(
  JSON.stringify({
    wrong: wrong.error?.code,
    claims: claims.email,
    rows,
    isRefreshed: first.refresh_token !== second.refresh_token,
    user: user.email,
    ended: ended.error?.name,
    verified: verified.email,
  }),
);
process.exit();
