/**
 * Copies what an element shows. Without a clipboard, as on plain http, its text is selected and
 * copied the old way; where that is refused too, it stays selected for the person's own keys.
 * @returns whether it was copied
 */
export async function copyTextOf(element: HTMLElement): Promise<boolean> {
  const text = element.textContent ?? "";
  try {
    // The type promises a clipboard; only secure contexts have one.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand("copy");
  }
}
