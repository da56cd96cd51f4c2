/**
 * Copies the text of the element. If the clipboard API is missing, as on plain HTTP, or fails,
 * selects the text and uses `execCommand`. If `execCommand` fails, the text stays selected, so that
 * the user can copy it.
 */
export async function copyTextOf(element: HTMLElement): Promise<boolean> {
  const text = element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? "");
  try {
    // Throws in an insecure context, where `navigator.clipboard` is undefined despite its type.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (element instanceof HTMLTextAreaElement) element.select();
    else getSelection()?.selectAllChildren(element);
    return document.execCommand("copy");
  }
}
