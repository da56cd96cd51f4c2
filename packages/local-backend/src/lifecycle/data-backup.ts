import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { clusterFolder } from "../supervisor/account.ts";
import { removeFolder } from "../supervisor/remove-folder.ts";
import { IGNORE } from "./data-directory.ts";

/**
 * Folder of a complete backup. While this folder exists, the other files in the data directory
 * belong to the new start.
 */
const PREVIOUS = "previous";
/**
 * Folder of an incomplete backup. While this folder exists, the other files also belong to the
 * backup.
 */
const MOVING = "previous.moving";
const DISCARDED = "discarded";
const KEPT = ["lock.json", IGNORE, PREVIOUS, MOVING, DISCARDED];

const movable = (dataDir: string) => readdirSync(dataDir).filter((name) => !KEPT.includes(name));

const outside = (clusterDir: string) => `${clusterDir}.previous`;

export function setAside(dataDir: string): void {
  const moving = join(dataDir, MOVING);
  const clusterDir = clusterFolder(dataDir);
  mkdirSync(moving, { mode: 0o700 });
  if (clusterDir !== join(dataDir, "pg") && existsSync(clusterDir)) {
    renameSync(clusterDir, outside(clusterDir));
  }
  const names = movable(dataDir).filter((name) => name !== "keys.json");
  for (const name of names) renameSync(join(dataDir, name), join(moving, name));
  const keys = join(dataDir, "keys.json");
  if (existsSync(keys)) renameSync(keys, join(moving, "keys.json"));
  renameSync(moving, join(dataDir, PREVIOUS));
}

export function putBack(dataDir: string): void {
  removeFolder(join(dataDir, DISCARDED));
  const moving = join(dataDir, MOVING);
  const previous = join(dataDir, PREVIOUS);
  if (existsSync(previous)) {
    removeFolder(clusterFolder(dataDir));
    for (const name of movable(dataDir)) removeFolder(join(dataDir, name));
    renameSync(previous, moving);
  }
  if (!existsSync(moving)) return;
  for (const name of readdirSync(moving)) renameSync(join(moving, name), join(dataDir, name));
  const clusterDir = clusterFolder(dataDir);
  if (existsSync(outside(clusterDir))) renameSync(outside(clusterDir), clusterDir);
  removeFolder(moving);
}

export function discardPrevious(dataDir: string): void {
  const previous = join(dataDir, PREVIOUS);
  if (!existsSync(previous)) return;
  const clusterDir = clusterFolder(previous);
  const discarded = join(dataDir, DISCARDED);
  renameSync(previous, discarded);
  if (clusterDir !== join(previous, "pg")) removeFolder(outside(clusterDir));
  removeFolder(discarded);
}
