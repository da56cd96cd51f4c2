export function KeyList({ keys }: { keys: readonly (readonly [key: string, meaning: string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
      {keys.map(([key, meaning]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="rounded-xs border border-line bg-sunken px-2 py-0.5 font-mono text-sm whitespace-nowrap">
              {key}
            </kbd>
          </dt>
          <dd className="text-sm">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
