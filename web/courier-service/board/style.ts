/** The board's style sheet: one column on a phone, cards beside each other on a desktop, dark where the system is. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #f3f5f4; --card: #fff; --ink: #17211d; --quiet: #5b6a64; --line: #dfe5e2;
  --brand: #0b6e4f; --brand-soft: #d8efe5; --amber: #8a5300; --amber-soft: #fdeccd; --blue: #1d4f91; --blue-soft: #dce9fb; --red: #a02b1d; }
@media (prefers-color-scheme: dark) { :root { --ground: #101614; --card: #18211e; --ink: #e9efec; --quiet: #9babA4; --line: #2a3531;
  --brand: #4cc79a; --brand-soft: #17392d; --amber: #f0bd6a; --amber-soft: #3c2c10; --blue: #93bdf5; --blue-soft: #1a2e49; --red: #f08b7e; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; max-width: 1180px; margin: 0 auto; padding: 24px 20px 40px; }
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 16px; padding-bottom: 18px; }
.eyebrow { color: var(--brand); font-weight: 600; font-size: 13px; letter-spacing: .02em; }
h1 { font-size: 26px; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 17px; margin: 28px 0 12px; }
h3 { font-size: 15px; margin-bottom: 10px; }
.clock { color: var(--quiet); font-size: 13px; white-space: nowrap; }
.clock span { color: var(--ink); font-size: 26px; font-weight: 600; line-height: 1.2; }
.count { color: var(--quiet); font-weight: 500; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.figure { padding: 14px 18px; border-left: 1px solid var(--line); }
.figure:first-child { border-left: 0; }
.figure strong { display: block; font-size: 26px; line-height: 1.15; }
.figure span { color: var(--quiet); font-size: 13px; }
.areas { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 14px; }
.area, table, .empty { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.area { padding: 14px 18px 10px; }
.area ul { list-style: none; padding: 0; }
.area li { display: grid; grid-template-columns: 100px 1fr 58px 30px; gap: 10px; align-items: center; padding: 5px 0; }
.area .room { text-align: right; font-weight: 600; }
.area i { color: var(--quiet); font-style: normal; font-weight: 400; }
.area b { font-size: 12px; color: var(--brand); grid-column: 4; }
.area .full b { color: var(--red); }
.area .past { color: var(--quiet); }
.area .past .bar { opacity: .45; }
.time { white-space: nowrap; }
.bar { display: block; height: 8px; border-radius: 4px; background: var(--line); overflow: hidden; }
.bar span { display: block; height: 100%; border-radius: 4px; background: var(--brand); }
.full .bar span { background: var(--red); }
.none, .empty, .later { color: var(--quiet); }
.empty { padding: 28px 20px; text-align: center; }
.later { padding: 12px 2px; }
table { width: 100%; border-spacing: 0; overflow: hidden; }
th { text-align: left; color: var(--quiet); font-size: 13px; font-weight: 500; padding: 10px 16px; border-bottom: 1px solid var(--line); }
td { padding: 10px 16px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
.right { text-align: right; }
.slot, .id, .distance, .state { white-space: nowrap; }
.route { white-space: nowrap; }
.reference { width: 40%; }
.id { font-weight: 600; }
.state span { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 13px; font-weight: 500; background: var(--line); color: var(--quiet); }
.waiting .state span { background: var(--amber-soft); color: var(--amber); }
.driving .state span { background: var(--blue-soft); color: var(--blue); }
.done .state span { background: var(--brand-soft); color: var(--brand); }
.off td:not(.state) { color: var(--quiet); text-decoration: line-through; }
.id a, .reference a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: 3px; }
tr[aria-current] { background: var(--brand-soft); }
.clock { text-align: right; }
.clock b { color: var(--amber); font-weight: 600; }
#stale { color: var(--red); font-weight: 600; }
#stale:not(:empty) { padding-bottom: 12px; }
.play { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 10px 16px; margin-bottom: 14px;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 12px 18px; }
.play .buttons { display: none; gap: 8px; }
.live .play .buttons { display: flex; }
.play [role="status"] { flex: 1 1 260px; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 18px; border-radius: 10px; border: 1px solid var(--line);
  background: var(--card); color: var(--ink); cursor: pointer; }
button.primary { background: var(--brand); border-color: var(--brand); color: var(--card); }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
footer { color: var(--quiet); font-size: 13px; padding-top: 26px; }
a { color: var(--brand); }
@media (max-width: 640px) {
  body { padding: 18px 14px 32px; }
  header { flex-wrap: wrap; gap: 4px 16px; }
  .clock { text-align: left; }
  .clock br { display: none; }
  .clock b { padding-left: 8px; }
  h1, .clock span { font-size: 21px; }
  .figures { grid-template-columns: 1fr 1fr; }
  .figure:nth-child(3) { border-left: 0; }
  .figure:nth-child(n+3) { border-top: 1px solid var(--line); }
  thead { display: none; }
  table, tbody { display: block; }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 12px 16px; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { padding: 0; border: 0; }
  .id { order: 1; } .state { order: 2; } .reference { order: 3; width: auto; } .distance { order: 4; } .slot { order: 5; } .route { order: 6; }
  .state, .distance, .route { justify-self: end; text-align: right; }
  .slot, .distance, .route { color: var(--quiet); font-size: 14px; }
}
`;
