/**
 * React moves the links into `head`. The root layout does not render this component, because a page
 * must not name two icons: browsers may use either of them.
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
