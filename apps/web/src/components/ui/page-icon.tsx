/**
 * The icon of the browser tab and of the home screen. React moves the links into `head`. Without
 * `logo`, it is Dossier's mark. The layouts render it, and not the root layout, because browsers
 * choose freely if a page names two icons. The page of a failure names none, because every page loads
 * its scripts: browsers then use `/favicon.ico`, which is the mark.
 */
export function PageIcon({ logo }: { logo?: string | undefined }) {
  if (logo) {
    return (
      <>
        <link rel="icon" href={logo} />
        <link rel="apple-touch-icon" href={logo} />
      </>
    );
  }
  // The icons are in `public`, because browsers request a generated icon again on every page.
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-icon.png" />
    </>
  );
}
