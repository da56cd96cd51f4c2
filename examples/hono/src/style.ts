/** The style is in a module, because Cloudflare Workers cannot read files. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1a1c20, #ecedf0);
  --muted: light-dark(#565b66, #a6abb8);
  --page: light-dark(#f6f6f4, #16181c);
  --card: light-dark(#fff, #1f2228);
  --line: light-dark(#c9ccd3, #454b57);
  --accent: light-dark(#0b57a4, #8fc1ff);
  --on-accent: light-dark(#fff, #10151c);
  --error: light-dark(#a3171c, #ffa8a4);
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font:
    1rem / 1.5 system-ui,
    sans-serif;
  overflow-wrap: anywhere;
}

header,
main {
  max-width: 36rem;
  margin: 0 auto;
  padding: 1rem;
}

nav {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1.25rem;
}

nav form {
  margin-left: auto;
}

h1 {
  margin: 1rem 0;
  font-size: 1.5rem;
  line-height: 1.25;
}

a {
  color: var(--accent);
}

.card {
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--card);
}

form:not(nav form) {
  display: grid;
  gap: 0.5rem;
}

label {
  font-weight: 600;
}

input {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
  background: var(--page);
  color: inherit;
  font: inherit;
}

button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.375rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

button.quiet {
  background: transparent;
  color: var(--accent);
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}

.error {
  color: var(--error);
  font-weight: 600;
}

.muted {
  color: var(--muted);
}

li {
  padding: 0.25rem 0;
}
`;
