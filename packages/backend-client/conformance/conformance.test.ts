import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type {} from "../test/consumers/global-setup.js";
import { createProject, type Project } from "../test/consumers/package.js";
import type { App } from "./process.js";
import { ROWS, startWorkerd, WITH_NODE, WITHOUT_NODE } from "./rows.js";
import { canFetchRuntimes, fetchRuntimes, packageVersion } from "./runtimes.js";
import { CRON_KEY, openService, SECRET_KEY, type Service } from "./service.js";
import { browserWith, claimsOf, type Scene, STEPS } from "./steps.js";
import type { RecordedRow } from "./table.js";
import { createTokenSigner, JWT_SECRET, type TokenSigner } from "./tokens.js";

const consumer = fileURLToPath(new URL("consumer", import.meta.url));
const RECORD = "./record.json";

describe.skipIf(!canFetchRuntimes)("the packed SDK", () => {
  let project: Project;
  let signer: TokenSigner;
  const record: RecordedRow[] = [];

  beforeAll(async () => {
    fetchRuntimes();
    signer = await createTokenSigner();
    const frameworks = ["next", "react", "react-dom"];
    project = await createProject(inject("tarball"), "conformance", {
      folder: consumer,
      with: frameworks.map((name) => `${name}@${packageVersion(name)}`),
    });
  }, 300_000);
  afterAll(() => project?.remove());

  const variablesOf = ({ url, memory }: Service): Record<string, string> => ({
    SERVICE_URL: url,
    SERVICE_KEY: memory.backend.anonKey,
    SERVICE_ISSUER: memory.backend.issuer,
    SERVICE_JWT_SECRET: JWT_SECRET,
    SERVICE_SECRET_KEY: SECRET_KEY,
    SERVICE_CRON_KEY: CRON_KEY,
  });

  describe.each(ROWS)("on $runtime $mode", (row) => {
    let service: Service;
    let app: App;
    let scene: Scene;
    const passed = new Set<string>();

    beforeAll(async () => {
      service = await openService(signer);
      app = await row.start(project, variablesOf(service));
      scene = { origin: app.origin, service, signer };
    }, 300_000);
    afterAll(async () => {
      const { runtime, mode } = row;
      record.push({
        runtime,
        mode,
        version: row.version(),
        passed: passed.size,
        steps: STEPS.length,
      });
      await app?.stop();
      await service?.close();
    });

    it.each(STEPS)("$name", async ({ name, run }) => {
      await run(scene);
      passed.add(name);
    });

    it("reports its platform, and whether it has Node's built-in modules and the crypto fallback", async () => {
      const response = await fetch(`${app.origin}/platform`);
      expect(await response.json()).toEqual({
        name: row.platform(),
        hasBuiltinModules: row.hasBuiltinModules ?? true,
        hasFallback: row.hasFallback ?? false,
      });
    });
  });

  it("fetches the project's keys again in workerd if the request that started the first fetch ended before the keys arrived", async () => {
    const service = await openService(signer);
    const app = await startWorkerd(project, WITH_NODE, variablesOf(service));
    try {
      const scene = { origin: app.origin, service, signer };
      const release = service.holdKeys();
      // The SDK waits one second for the keys, and then refreshes the session. The service refuses
      // the unknown refresh token, which ends the session.
      const expired = browserWith(scene, await signer.sign("ES256", claimsOf(scene)), -5);
      expect(await expired.json("/")).toMatchObject({ status: "unauthenticated" });
      release();
      const visitor = browserWith(scene, await signer.sign("ES256", claimsOf(scene)));
      expect(await visitor.json("/")).toMatchObject({ status: "authenticated" });
    } finally {
      await app.stop();
      await service.close();
    }
  });

  it("fails to start in workerd without Node's modules if the bundle was built for Node", async () => {
    const starting = startWorkerd(project, { ...WITHOUT_NODE, bundle: "node" }, {});
    await expect(starting).rejects.toThrow('No such module "crypto"');
  });

  it("passes every conformance step on every runtime, and conformance/record.json shows the result", async () => {
    expect(record.filter(({ passed, steps }) => passed < steps)).toEqual([]);
    expect(record).toHaveLength(ROWS.length);
    await expect(`${JSON.stringify(record, null, 2)}\n`).toMatchFileSnapshot(RECORD);
  });
});
