import type { Page } from "@playwright/test";

type AxValue = { value?: unknown };
type AxNode = {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  properties?: { name: string; value: AxValue }[];
};

const CONTROLS = ["button", "link", "DisclosureTriangle"];
/**
 * Screen readers announce the name of an element with one of these roles before the controls in the
 * element.
 */
const PLACES = ["complementary", "dialog", "form", "group", "navigation", "region"];

const textOf = (value: AxValue | undefined) => String(value?.value ?? "").trim();

/**
 * Reports controls that have the same name in the same part of the page, but different URLs.
 * Users of screen readers cannot tell such controls apart.
 */
export async function findSameNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const placeOf = ({ parentId = "" }: AxNode): string => {
    const parent = byId.get(parentId);
    if (!parent) return "the page";
    const [role, name] = [textOf(parent.role), textOf(parent.name)];
    return PLACES.includes(role) && name ? `${role} “${name}”` : placeOf(parent);
  };
  const targets = new Map<string, unknown[]>();
  for (const node of nodes) {
    const role = textOf(node.role);
    if (node.ignored || !CONTROLS.includes(role)) continue;
    const key = `${role} “${textOf(node.name)}” in ${placeOf(node)}`;
    const url = node.properties?.find(({ name }) => name === "url")?.value.value;
    targets.set(key, [...(targets.get(key) ?? []), url ?? node.nodeId]);
  }
  return [...targets]
    .map(([key, all]) => ({ key, count: new Set(all).size }))
    .filter(({ count }) => count > 1)
    .map(({ key, count }) => `${count} controls with the same name: ${key}`);
}

export async function openDisclosures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
}
