/**
 * React moves the links into `head`. Do not render this component in the root layout too: a page
 * with two icons may show either of them.
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
  // The icons are static files, because browsers request an icon that Next generates again on every
  // page.
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-icon.png" />
    </>
  );
}
