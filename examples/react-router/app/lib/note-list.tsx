export function NoteList({ notes }: { notes: readonly { id: number; body: string }[] }) {
  if (notes.length === 0) return <p>No notes found.</p>;
  return (
    <ul className="card">
      {notes.map(({ id, body }) => (
        <li key={id}>{body}</li>
      ))}
    </ul>
  );
}
