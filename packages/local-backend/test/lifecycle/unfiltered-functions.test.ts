import { expect, test } from "vitest";
import { startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS } from "./project.ts";

test("warns about exactly the functions that fail on hosted Supabase because they change rows without a where clause", async () => {
  const project = createProject();
  project.write(
    "migrations/20260103000000_functions.sql",
    `create table public.scratch (v text);
    create function public.wipe() returns void language plpgsql as $$ begin delete from public.scratch; end $$;
    create function public.touch(v text) returns void language sql as $$ update public.scratch set v = touch.v $$;
    create function public.wipe_on_purpose() returns void language sql as $$ delete from public.scratch where true $$;
    create function public.wipe_atomically() returns void language sql begin atomic delete from public.scratch; end;
    create function public.wipe_and_tell() returns void language plpgsql
      as $$ begin /* safeupdate.enabled is not off */ delete from public.scratch; end $$;
    create function public.wipe_as_set() returns void language sql set safeupdate.enabled = off
      as $$ delete from public.scratch $$;
    create function public.wipe_unchecked() returns void language plpgsql
      as $$ begin perform set_config('safeupdate.enabled', 'off', true); delete from public.scratch; end $$;`,
  );
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  try {
    const options = { dir: project.dir, memory: true, ports: FREE_PORTS, log };
    const backend = await startLocalBackend(options);
    await backend.stop();
  } finally {
    project.remove();
  }
  const line = logged.find((text) => text.includes("without a where clause"));
  expect(line).toContain(": touch(text), wipe_and_tell(), wipe(). If");
});
