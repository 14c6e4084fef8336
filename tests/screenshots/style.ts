/** What the pages look like: plain, light, near to Azure Pipelines and to a team chat, without anybody's marks. */
export const style = `
* { box-sizing: border-box; }
/* 1366 by 768 pixels, larger than life: the page of the marketplace shows pictures smaller than they are. */
body { margin: 0; zoom: 1.25; width: 1092.8px; height: 614.4px; overflow: hidden; display: flex; flex-direction: column;
  font: 15px/1.5 "Liberation Sans", Arial, sans-serif; color: #1f2328; background: #f5f6f8; }
a { color: #0a5bab; text-decoration: none; }
header { height: 48px; padding: 0 20px; display: flex; align-items: center; gap: 9px; background: #fff;
  border-bottom: 1px solid #dfe2e6; color: #57606a; }
header b { color: #1f2328; }
header i { flex: none; width: 24px; height: 24px; margin-right: 5px; border-radius: 5px; background: #14538f; color: #fff;
  font: bold 14px/24px "Liberation Sans", Arial, sans-serif; text-align: center; }
main { flex: 1; min-height: 0; display: flex; }
nav { flex: none; width: 200px; padding: 14px 0; border-right: 1px solid #dfe2e6; background: #fff; }
nav h2 { margin: 0 0 8px; padding: 0 20px; font-size: 15px; }
nav div { display: flex; gap: 9px; padding: 6px 20px; }
nav div span { margin-left: auto; color: #57606a; }
nav .chosen { background: #e4eefa; font-weight: bold; }
.good::before { content: "✓"; flex: none; width: 20px; height: 20px; border-radius: 10px; background: #2b7d2b;
  color: #fff; font: bold 13px/20px "DejaVu Sans", sans-serif; text-align: center; }
.console { flex: 1; padding: 14px 0; background: #16191d; color: #e4e7eb;
  font: 13px/19.5px "DejaVu Sans Mono", monospace; }
.console h1 { margin: 0 22px 10px; font: bold 17px/24px "Liberation Sans", Arial, sans-serif; color: #fff; }
.console ol { margin: 0; padding: 0 20px 0 0; list-style: none; counter-reset: line; }
.console li { display: flex; white-space: pre-wrap; overflow-wrap: anywhere; counter-increment: line; }
.console li::before { content: counter(line); flex: none; width: 50px; padding-right: 16px; text-align: right;
  color: #848d97; }
.console a { color: #7cbcff; }
.section { color: #6fd08c; }
.warning { color: #f2c55c; }
.error { color: #ff8d85; }
.page { flex: 1; padding: 20px 30px; }
.page h1 { display: flex; align-items: center; gap: 10px; margin: 0; font-size: 22px; }
.tabs { display: flex; gap: 26px; margin: 10px 0 16px; border-bottom: 1px solid #dfe2e6; color: #57606a; }
.tabs b { padding-bottom: 7px; border-bottom: 3px solid #0a5bab; color: #1f2328; }
.tabbed { display: flex; flex-direction: column; padding-bottom: 0; background: #fff; }
.tabbed .tabs { margin-bottom: 0; }
iframe { flex: 1; border: 0; margin: 0 -30px; width: calc(100% + 60px); zoom: 0.8; }
.card { padding: 16px 24px; border: 1px solid #dfe2e6; border-radius: 6px; background: #fff; }
.card h2 { margin: 0 0 10px; font-size: 18px; }
.card p, .card ul { margin: 8px 0; }
.card ul { padding-left: 22px; }
table { margin: 12px 0; border-collapse: collapse; }
th, td { padding: 4px 14px; border: 1px solid #dfe2e6; }
th { background: #f5f6f8; }
.chat { flex: 1; display: flex; flex-direction: column; background: #fff; }
.messages { flex: 1; padding: 18px 30px; }
.message { display: flex; gap: 14px; margin-bottom: 24px; }
.message img { flex: none; width: 40px; height: 40px; }
.message h3 { margin: 0 0 2px; font-size: 15px; }
.message h3 small { margin-left: 6px; padding: 1px 5px; border-radius: 3px; background: #e6e8eb; color: #57606a;
  font: bold 11px "Liberation Sans", Arial, sans-serif; }
.message time { margin-left: 6px; font-weight: normal; color: #57606a; }
.message p { margin: 0; line-height: 1.65; }
.field { margin: 0 30px 22px; padding: 10px 16px; border: 1px solid #c9cdd2; border-radius: 6px; color: #6a727b; }
.team { background: #1c2b4a; color: #dbe2ee; border: 0; }
.team h2 { color: #fff; }
.team .chosen { background: #33486f; color: #fff; }
`;
