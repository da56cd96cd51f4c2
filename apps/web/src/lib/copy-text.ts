/**
 * Copies the text of an element. Without a clipboard, for example on plain http, selects the text
 * and uses `execCommand`. If that also fails, the text stays selected so that the user can copy it.
 * @returns whether the text was copied
 */
export async function copyTextOf(element: HTMLElement): Promise<boolean> {
  const text = element.textContent ?? "";
  try {
    // The type always has a clipboard, but browsers provide one only in secure contexts.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand("copy");
  }
}
