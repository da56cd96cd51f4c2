// The names that the docstring examples use without an import.
type Database = import("./pages/lib/database.types").Database;
type State = { ok: boolean };
type Next = import("@dossier/backend-client/next").NextBackend<Database>;

declare const url: string;
declare const anonKey: string;
declare const config: { url: string; anonKey: string };
declare const orgId: string;
declare const topic: string;
declare const path: string;
declare const file: File;
declare const request: Request;
declare const incoming: import("node:http").IncomingMessage;
declare const outgoing: import("node:http").ServerResponse;
declare const response: Response;
declare const error: unknown;
declare const session: import("@dossier/backend-client").Session;
declare const backend: import("@dossier/backend-client").Backend<Database>;
declare const sessions: import("@dossier/backend-client/server").SessionServer<Database>;
declare const scope: import("@dossier/backend-client/server").Scope<Database>;
declare const access_token: string;
declare const refresh_token: string;
declare const db: import("@dossier/backend-client/browser").DataClient<Database>;
declare const functions: import("@dossier/backend-client/browser").FunctionsClient;
declare const realtime: import("@dossier/backend-client/browser").RealtimeClient;
declare const action: Next["action"];
declare const getSession: Next["getSession"];
declare const faults: import("@dossier/backend-client/testing").Faults;
declare function OrgPage(props: { params: Promise<{ org: string }> }): Promise<null>;
declare function refetch(): void;
declare function render(page: import("react").ReactNode): void;
declare function Page(): import("react").ReactNode;
declare const redlock: {
  acquire(key: string, times: { ttlMs: number; waitMs: number }): Promise<() => Promise<void>>;
};
