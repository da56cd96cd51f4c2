// Prints how long a decision takes to arrive at another member's page over a live channel, without
// the page's refetch. Usage: node scripts/scale-ping.mjs [--runs 100]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startLocalBackend } from "@dossier/local-backend";
import { createClient } from "@supabase/supabase-js";
import { summarize } from "./scale/measure.mjs";

const { values: options } = parseArgs({ options: { runs: { type: "string", default: "100" } } });

const backend = await startLocalBackend({
  dir: join(import.meta.dirname, ".."),
  memory: true,
  ports: { api: 0, db: 0 },
});
let heard = () => {};
const mia = await signIn("mia@harbour.example");
const adam = await signIn("adam@harbour.example");
try {
  const item = await unwrap(
    mia.from("items").select("id, org_id").eq("status", "submitted").limit(1).single(),
  );
  await listen(adam, `org:${item.org_id}`);
  const times = [];
  for (let run = 0; run < Number(options.runs); run++) {
    times.push(
      await untilPing(item.id, mia.rpc("review_item", { item_id: item.id, decision: "accepted" })),
    );
    await untilPing(item.id, mia.rpc("undo_decision", { item_id: item.id }));
  }
  const { median, p95 } = summarize(times);
  console.log(`ping: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
} finally {
  await Promise.all([mia, adam].map((person) => person.removeAllChannels()));
  await backend.stop();
}

async function signIn(email) {
  const person = createClient(backend.urls.api, backend.keys.publishable, {
    auth: { persistSession: false },
  });
  await unwrap(person.auth.signInWithPassword({ email, password: "dossier-demo" }));
  return person;
}

async function untilPing(itemId, call) {
  const start = performance.now();
  const ping = new Promise((resolve) => {
    heard = (id) => id === itemId && resolve(undefined);
  });
  await unwrap(call);
  await ping;
  return performance.now() - start;
}

function listen(person, topic) {
  return new Promise((resolve, reject) => {
    person
      .channel(topic, { config: { private: true } })
      .on("broadcast", { event: "changed" }, ({ payload }) => heard(payload.item_id))
      .subscribe((status, error) => {
        if (status === "SUBSCRIBED") resolve(undefined);
        else if (error) reject(error);
      });
  });
}

async function unwrap(answer) {
  const { data, error } = await answer;
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
}
