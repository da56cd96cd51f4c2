import type { Variables } from "../config/variables.js";
import { checkAddress } from "./checks/address.js";
import { type CheckContext, LOOPBACK } from "./checks/context.js";
import { checkGuards } from "./checks/guards.js";
import { checkMigrate } from "./checks/migrate.js";
import { checkPolicy } from "./checks/policy.js";
import { checkProject } from "./checks/project.js";
import { checkMatcher, checkProtect } from "./checks/proxy.js";
import { checkSite } from "./checks/site.js";
import { checkSecrets, checkVariables } from "./checks/variables.js";
import { checkVersions } from "./checks/versions.js";
import { type Environment, type Mode, readEnvironment } from "./env-files.js";
import { CHECKS, type Finding } from "./finding.js";
import { AppFiles } from "./source/app-files.js";
import { findServerOptions } from "./source/server-options.js";

export interface DoctorOptions {
  dir: string;
  variables: Variables;
  url: URL | null;
  guards: string | null;
  now(): number;
}

export interface Diagnosis {
  environment: Environment;
  findings: Finding[];
  skipped: string[];
}

function modeOf({ variables, url }: DoctorOptions): Mode {
  const { NODE_ENV: given } = variables;
  if (given === "production" || given === "test" || given === "development") return given;
  return url !== null && !LOOPBACK.test(url.hostname) ? "production" : "development";
}

export async function diagnose(options: DoctorOptions): Promise<Diagnosis> {
  const { dir, variables, url, guards, now } = options;
  const environment = readEnvironment(dir, variables, modeOf(options));
  const app = new AppFiles(dir);
  const server = findServerOptions(app);
  const choice = checkVariables(environment);
  const context: CheckContext = { app, environment, server, project: choice.project, url, now };
  const [project, site] = await Promise.all([checkProject(context), checkSite(context)]);
  const findings = [
    ...choice.findings,
    ...checkSecrets(environment),
    ...project,
    ...checkVersions(context),
    ...checkMatcher(context),
    ...checkProtect(context),
    ...checkAddress(context, site.page),
    ...checkMigrate(context),
    ...site.findings,
    ...checkPolicy(context, site.page),
    ...(guards === null ? [] : checkGuards(app, guards)),
  ];
  const skipped: string[] = [];
  if (url === null) skipped.push("handlers, cookies and policy need --url.");
  if (guards === null && server.isNext) skipped.push("guards need --guards DIR, such as app.");
  if (server.file === undefined) {
    skipped.push(
      "options of the server, because no call of createNextBackend or createSessionServer was found.",
    );
  }
  const order = (finding: Finding) => CHECKS.indexOf(finding.check);
  return { environment, findings: findings.sort((a, b) => order(a) - order(b)), skipped };
}
