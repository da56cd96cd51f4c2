import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import authConfig from "./auth-config.json" with { type: "json" };

export interface RecordedCall {
  /**
   * Method and path without the prefix `/v1/projects/<ref>` and the query, for example `PATCH
   * /config/auth`.
   */
  call: string;
  body: unknown;
}

const NEW_PROJECT = {
  data: {
    type: "project_config",
    attributes: {
      api: { enabled: true, schemas: ["public", "graphql_public"], max_rows: 100 },
      auth: { site_url: "http://localhost:3000", additional_redirect_urls: [] },
      database: { major_version: 17 },
      storage: { file_size_limit: 52_428_800 },
    },
  },
};

/** Responses by path. In the response to a change, the CLI expects all settings of the service. */
const SETTINGS: Record<string, object> = {
  "/config/auth": authConfig,
  "/postgrest": {
    db_pool: null,
    db_pool_acquisition_timeout: null,
    db_pool_max_idletime: null,
    db_pool_max_lifetime: null,
    jwt_secret: "",
  },
  "/config/storage": {},
};

const DEPLOYED = { id: "1", slug: "function", name: "function", status: "ACTIVE", version: 1 };

function answerTo(path: string, body: unknown): unknown {
  if (path.endsWith("/billing/addons")) return { selected_addons: [], available_addons: [] };
  if (path.startsWith("/v2/")) return NEW_PROJECT;
  if (path.endsWith("/functions/deploy")) return DEPLOYED;
  const settings = Object.entries(SETTINGS).find(([end]) => path.endsWith(end))?.[1];
  if (settings && typeof body === "object") return { ...settings, ...body };
  return path.endsWith("/secrets") ? [] : {};
}

export async function startManagementApi() {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const isJson = request.headers["content-type"]?.includes("json") === true;
    const body: unknown = isJson && text !== "" ? JSON.parse(text) : text || undefined;
    const path = (request.url ?? "/").replace(/\?.*$/, "");
    calls.push({
      call: `${request.method} ${path.replace(/^\/v\d\/projects\/[a-z]+/, "")}`,
      body,
    });
    response.statusCode = path.endsWith("/functions/deploy") ? 201 : 200;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answerTo(path, body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
