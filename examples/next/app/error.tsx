"use client";

export default function Failed() {
  return (
    <>
      <h1>This did not work</h1>
      <p>Wait a minute, then reload the page.</p>
    </>
  );
}
