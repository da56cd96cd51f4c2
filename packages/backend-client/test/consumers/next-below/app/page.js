import Link from "next/link";

export default function Page() {
  return <Link href="/me?x=1">Me</Link>;
}
