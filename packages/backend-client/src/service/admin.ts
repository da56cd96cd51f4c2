import type { SupabaseClient } from "@supabase/supabase-js";
import { identityHeaders } from "../config/authorized-fetch.js";
import { FLOW_DEADLINE_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { loadOnce } from "../config/load-once.js";
import type { Result } from "../errors/backend-error.js";
import { type FlowFacts, fromAuthFlow } from "../errors/from-auth-flow.js";
import { flowFetch, noFacts } from "../server/flow-fetch.js";
import { malformedArgument } from "../server/plain-path.js";
import { CallTime } from "../session/call-time.js";
import type { AdminFlows } from "./admin-types.js";
import { withPages } from "./pages.js";

type Admin = SupabaseClient["auth"]["admin"];

interface Answer {
  data: unknown;
  error: { name: string; status?: number | undefined; code?: string | undefined } | null;
}

interface AdminCall {
  operation: string;
  facts: FlowFacts;
  links: string | null;
}

function adminFetch(backend: Backend, secretKey: string, call: AdminCall): typeof fetch {
  const { operation, facts } = call;
  const time = new CallTime(backend.runtime, FLOW_DEADLINE_MS);
  const send = flowFetch(backend, facts, { operation, time });
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const identity = await identityHeaders({ anonKey: secretKey }, { operation });
    for (const [name, value] of Object.entries(identity)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    const response = await send(input, { ...init, headers });
    call.links = response.headers.get("link");
    return response;
  };
}

function failureOf({ facts, operation }: AdminCall, answer: NonNullable<Answer["error"]>) {
  const { refusal } = facts;
  return refusal?.kind === "network" ? refusal : fromAuthFlow(answer, facts, operation);
}

export function createAdminFlows(backend: Backend, keyOf: () => string): AdminFlows {
  const load = loadOnce(() => import("@supabase/supabase-js"));
  const run = async <T>(
    name: string,
    send: (admin: Admin) => Promise<Answer>,
  ): Promise<Result<T>> => {
    const operation = `auth.admin.${name}`;
    const call: AdminCall = { operation, facts: noFacts(), links: null };
    const fetch = adminFetch(backend, keyOf(), call);
    const upstream = await load();
    if (upstream.error) return upstream;
    const { GoTrueAdminApi } = upstream.data;
    try {
      const admin = new GoTrueAdminApi({ url: `${backend.url}/auth/v1`, fetch });
      const { data, error } = await send(admin);
      if (error) return { data: null, error: failureOf(call, error) };
      return { data: withPages(data, call.links) as T, error: null };
    } catch (thrown) {
      const { failure, refusal } = call.facts;
      return { data: null, error: failure ?? refusal ?? malformedArgument(operation, thrown) };
    }
  };

  return {
    createUser: (user) => run("createUser", (admin) => admin.createUser(user)),
    inviteUserByEmail: (email, options) =>
      run("inviteUserByEmail", (admin) => admin.inviteUserByEmail(email, options)),
    generateLink: (link) => run("generateLink", (admin) => admin.generateLink(link)),
    listUsers: (page) => run("listUsers", (admin) => admin.listUsers(page)),
    getUserById: (id) => run("getUserById", (admin) => admin.getUserById(id)),
    updateUserById: (id, changes) =>
      run("updateUserById", (admin) => admin.updateUserById(id, changes)),
    deleteUser: (id, isSoft) => run("deleteUser", (admin) => admin.deleteUser(id, isSoft)),
    signOut: (token, scope) => run("signOut", (admin) => admin.signOut(token, scope)),
    mfa: {
      listFactors: (user) => run("mfa.listFactors", ({ mfa }) => mfa.listFactors(user)),
      deleteFactor: (factor) =>
        run("mfa.deleteFactor", async ({ mfa }) => {
          const answer = await mfa.deleteFactor(factor);
          const inner = answer.data as { data?: unknown } | null;
          return { ...answer, data: inner?.data ?? inner };
        }),
    },
    oauth: {
      listClients: (page) => run("oauth.listClients", ({ oauth }) => oauth.listClients(page)),
      createClient: (client) =>
        run("oauth.createClient", ({ oauth }) => oauth.createClient(client)),
      getClient: (id) => run("oauth.getClient", ({ oauth }) => oauth.getClient(id)),
      updateClient: (id, changes) =>
        run("oauth.updateClient", ({ oauth }) => oauth.updateClient(id, changes)),
      deleteClient: (id) => run("oauth.deleteClient", ({ oauth }) => oauth.deleteClient(id)),
      regenerateClientSecret: (id) =>
        run("oauth.regenerateClientSecret", ({ oauth }) => oauth.regenerateClientSecret(id)),
    },
    customProviders: {
      listProviders: (kind) =>
        run("customProviders.listProviders", ({ customProviders }) =>
          customProviders.listProviders(kind),
        ),
      createProvider: (provider) =>
        run("customProviders.createProvider", ({ customProviders }) =>
          customProviders.createProvider(provider),
        ),
      getProvider: (id) =>
        run("customProviders.getProvider", ({ customProviders }) =>
          customProviders.getProvider(id),
        ),
      updateProvider: (id, changes) =>
        run("customProviders.updateProvider", ({ customProviders }) =>
          customProviders.updateProvider(id, changes),
        ),
      deleteProvider: (id) =>
        run("customProviders.deleteProvider", ({ customProviders }) =>
          customProviders.deleteProvider(id),
        ),
    },
    passkey: {
      listPasskeys: (user) =>
        run("passkey.listPasskeys", ({ passkey }) => passkey.listPasskeys(user)),
      deletePasskey: (one) =>
        run("passkey.deletePasskey", ({ passkey }) => passkey.deletePasskey(one)),
    },
  };
}
