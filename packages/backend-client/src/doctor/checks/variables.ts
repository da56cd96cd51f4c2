import { LOCAL_ANON_KEY, LOCAL_URL } from "../../config/constants.js";
import {
  configFromEnvironment,
  findVariables,
  isPublicVariable,
} from "../../config/environment.js";
import { isPlainHttp } from "../../config/hosts.js";
import { isSecretKey } from "../../config/project.js";
import type { Environment } from "../env-files.js";
import { type Finding, reporter } from "../finding.js";
import { LOOPBACK } from "./context.js";

const PAGE = "docs/reference.md#configuration";
const { ok, warn, fail } = reporter("variables");

export interface ProjectChoice {
  project: { url: string; anonKey: string } | null;
  findings: Finding[];
}

function strangeNames({ variables }: Environment, known: readonly string[]): string[] {
  const isServices =
    /SUPABASE_(?:.*SECRET.*|.*SERVICE.*|.*JWT.*|DB_.*|ACCESS_TOKEN|LOCAL|AUTH_.*|.*PASSWORD)$/;
  return Object.keys(variables).filter(
    (name) =>
      /SUPABASE.*(?:KEY|URL|ANON)/.test(name) &&
      !isServices.test(name) &&
      !known.includes(name) &&
      variables[name]?.trim(),
  );
}

function describe(environment: Environment, names: readonly string[]): string {
  return names.map((name) => `${name} (${environment.sourceOf(name)})`).join(" and ");
}

function checkPlace(environment: Environment, url: string, address: string | undefined): Finding[] {
  const { mode, sourceOf, variables } = environment;
  if (mode !== "production" || !LOOPBACK.test(new URL(url).hostname)) return [];
  if (address === undefined || variables.SUPABASE_LOCAL?.trim() === "1") {
    return [
      warn("SUPABASE_LOCAL=1 chooses the local backend, which is not for production.", {
        fix: "Set the address and the key of your project, and remove SUPABASE_LOCAL.",
        page: PAGE,
      }),
    ];
  }
  return [
    fail(`${address} (${sourceOf(address)}) names this machine, but the mode is production.`, {
      fix: "Set the address of your project where the app runs, and run doctor with the same variables.",
      page: PAGE,
    }),
  ];
}

export function checkVariables(environment: Environment): ProjectChoice {
  const variables = { ...environment.variables, NODE_ENV: environment.mode };
  const { address, key } = findVariables(variables);
  const names = [address, key].flatMap((name) => name ?? []);
  const strange = strangeNames(environment, names);
  const hint = strange.length > 0 ? ` Not read: ${describe(environment, strange)}.` : "";
  try {
    const { url = LOCAL_URL, anonKey = LOCAL_ANON_KEY } = configFromEnvironment(variables);
    const project = { url, anonKey };
    const findings = checkPlace(environment, url, address);
    if (isPlainHttp(url)) {
      findings.push(
        warn(`${address} begins with http:, so anyone on the network can read tokens.`, {
          fix: "Use the https address. defineBackend refuses an http address unless allowHttp is true.",
          page: PAGE,
        }),
      );
    }
    if (findings.length > 0) return { project, findings };
    if (!address && strange.length > 0) {
      const text = "No variable that the SDK reads is set, so the app uses the local backend.";
      const fix =
        "Rename the variables, for example to NEXT_PUBLIC_SUPABASE_URL and …_PUBLISHABLE_KEY.";
      return { project, findings: [warn(text + hint, { fix, page: PAGE })] };
    }
    const found = address
      ? `${describe(environment, names)}: ${new URL(url).host}`
      : "No variable is set, so the app uses the local backend.";
    return { project, findings: [ok(found)] };
  } catch (thrown) {
    const sentence = thrown instanceof Error ? thrown.message : "The variables cannot be read.";
    const from = names.length > 0 ? ` Read: ${describe(environment, names)}.` : "";
    return {
      project: null,
      findings: [
        fail(sentence + from + hint, {
          fix: "Set an address and a publishable key with the same prefix.",
          page: PAGE,
        }),
      ],
    };
  }
}

const SECRET_NAME = /SECRET|SERVICE_ROLE|JWT_SECRET|PASSWORD/;

export function checkSecrets(environment: Environment): Finding[] {
  const report = reporter("secrets");
  const isShown = Object.entries(environment.variables).filter(
    ([name, text]) =>
      isPublicVariable(name) &&
      text?.trim() &&
      (isSecretKey(text.trim()) || (/SUPABASE/.test(name) && SECRET_NAME.test(name))),
  );
  if (isShown.length === 0) return [report.ok("No public variable has a secret key.")];
  return isShown.map(([name]) =>
    report.fail(
      `${name} (${environment.sourceOf(name)}) has a secret key or password, and the prefix of its name makes it public.`,
      {
        fix: "Revoke the key in the dashboard, remove the variable, and use a name without a public prefix on the server.",
        page: PAGE,
      },
    ),
  );
}
