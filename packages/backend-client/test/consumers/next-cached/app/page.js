import Link from "next/link";

export default function Page() {
  return (
    <main>
      <p>The static page</p>
      <Link href="/o/acme/requests?x=1">Requests</Link>
    </main>
  );
}
