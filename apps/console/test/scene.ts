import { fileURLToPath } from "node:url";
import { type Backend, defineBackend } from "@dossier/backend-client";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import type { Database } from "@dossier/supabase/database.types";
import { createApp } from "../src/app.js";
import { type Seen, Tab } from "./tab.js";

const PASSWORD = "dossier-demo";

export interface Scene {
  local: LocalBackend;
  backend: Backend<Database>;
  aheadMs: number;
  newTab(): Tab;
  signIn(email: string): Promise<Tab>;
  close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  const local = await startLocalBackend({
    dir: fileURLToPath(new URL("../../../supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const scene: Scene = {
    local,
    backend: defineBackend<Database>({
      url: local.urls.api,
      anonKey: local.keys.publishable,
      runtime: { now: () => Date.now() + scene.aheadMs },
    }),
    aheadMs: 0,
    newTab: () => new Tab((request) => app.fetch(request)),
    async signIn(email) {
      const tab = scene.newTab();
      const page: Seen = await tab.submit("/sign-in", { email, password: PASSWORD });
      if (page.status !== 200) throw new Error(`${email} could not sign in: ${page.text}`);
      return tab;
    },
    close: () => local.stop(),
  };
  const app = createApp({
    backend: scene.backend,
    // All tabs have the same IP address, so the rate limits are disabled.
    limits: { serviceLimit: false, clientLimit: false },
  });
  return scene;
}
