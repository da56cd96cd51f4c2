export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fafaf9, #14161a);
  --card: light-dark(#fff, #1d2026);
  --line: light-dark(#d6d3d1, #3a3f49);
  --text: light-dark(#1c1917, #eceae7);
  --soft: light-dark(#57534e, #b0aca6);
  --accent: light-dark(#1d4ed8, #93b4ff);
  --on-accent: light-dark(#fff, #0b1020);
  --alarm: light-dark(#b42318, #ff9d92);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  font: 1rem/1.5 system-ui, sans-serif;
  color: var(--text);
  background: var(--ground);
  overflow-wrap: anywhere;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0.5rem; top: 0.5rem; padding: 0.5rem; background: var(--card); }
header {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
  justify-content: space-between;
  padding: 0.75rem 1rem;
  border-bottom: 1px solid var(--line);
  background: var(--card);
}
header form { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; }
.brand { font-weight: 700; color: inherit; text-decoration: none; }
.brand span, .who, small, .note { font-weight: 400; color: var(--soft); }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 0.5rem; }
.card { padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
form.card, .message { max-width: 26rem; margin: 1rem auto; }
.field { display: grid; gap: 0.25rem; margin: 0 0 1rem; }
label { font-weight: 600; }
input, button {
  font: inherit;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--soft);
  border-radius: 0.375rem;
}
input { width: 100%; color: inherit; background: var(--ground); }
input[type="hidden"] { display: none; }
input[aria-invalid="true"] { border-color: var(--alarm); }
button { cursor: pointer; font-weight: 600; color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.quiet { color: inherit; background: transparent; border-color: var(--soft); }
.problem { margin: 0 0 1rem; padding: 0.5rem 0.75rem; border-left: 4px solid var(--alarm); color: var(--alarm); }
.firms, .counts { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
.counts { gap: 0.25rem 1.5rem; }
.counts a { display: inline-block; padding: 0.375rem 0; }
.alarm strong, .late { color: var(--alarm); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-bottom: 1rem; }
nav a { padding: 0.5rem 0; }
nav a[aria-current] { color: inherit; font-weight: 700; text-decoration: none; border-bottom: 3px solid var(--accent); }
table { width: 100%; border-collapse: collapse; background: var(--card); }
caption { text-align: left; font-weight: 600; padding: 0.5rem 0; }
thead { position: absolute; left: -100vw; }
tr { display: block; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
tbody th, td { display: block; padding: 0.125rem 0.75rem; text-align: left; }
td::before { content: attr(data-label) ": "; color: var(--soft); }
@media (min-width: 40rem) {
  .counts { display: flex; flex-wrap: wrap; }
  thead { position: static; }
  tr { display: table-row; }
  th, tbody th, td { display: table-cell; padding: 0.625rem 0.75rem; vertical-align: top; text-align: left; border-bottom: 1px solid var(--line); }
  td::before { content: none; }
}
`;
