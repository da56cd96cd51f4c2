export default function Loading() {
  return <p>Loading the requests…</p>;
}
