/** Light, close to Azure Pipelines and to Slack, larger than life: the marketplace shows pictures at half their size. */
export const style = `
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; overflow: hidden; display: flex; flex-direction: column;
  font: 22px/1.45 "Open Sans", sans-serif; color: #1d1c1d; background: #fff; }
a { color: #1264a3; text-decoration: none; }
h1 { display: flex; align-items: center; gap: 12px; margin: 14px 38px 8px; font-size: 26px; }
h1 i { width: 28px; height: 28px; border-radius: 50%; background: #2b7d2b; }
h1 i::after { content: ""; display: block; width: 8px; height: 14px; margin: 5px 0 0 10px; rotate: 45deg;
  border: solid #fff; border-width: 0 3px 3px 0; }
nav { display: flex; gap: 32px; padding: 0 38px; border-bottom: 1px solid #dfe2e6; color: #57606a; }
nav b { padding-bottom: 5px; border-bottom: 4px solid #0a5bab; color: #1f2328; }
iframe { flex: 1; border: 0; }
header { padding: 11px 30px; border-bottom: 1px solid #dddddd; font-weight: bold; }
article { zoom: 1.06; display: flex; gap: 14px; padding: 14px 30px; }
article img { flex: none; width: 54px; height: 54px; border-radius: 8px; }
h2 { margin: 0; font-size: 22px; line-height: 1.2; }
h2 small { margin: 0 10px; padding: 1px 5px; border-radius: 3px; background: #e8e8e8; color: #616061;
  font-size: 14px; vertical-align: 2px; }
h2 time, footer { color: #616061; font-size: 18px; font-weight: normal; }
h3 { margin: 4px 0 8px; font-size: 26px; line-height: 1.3; }
p { margin: 0 0 14px; }
code { padding: 1px 5px; border: 1px solid #dddddd; border-radius: 4px; background: #f8f8f8; color: #c01343;
  font-size: 19px; }
main { columns: 3; column-gap: 22px; height: 100%; padding: 22px; background: #eceef1; font-size: 18px; line-height: 1.35; }
section { break-inside: avoid; margin-bottom: 20px; padding: 14px 16px; border: 1px solid #d3d7dc; border-radius: 12px;
  background: #fff; overflow-wrap: anywhere; }
section h2, section h3 { margin-bottom: 6px; font-size: 20px; }
section p { margin: 0 0 8px; }
.teams section > div { zoom: 1.2; }
blockquote { margin: 8px 0; padding: 2px 12px; border-left: 5px solid; }
section code { font-size: 16px; }
.forms { display: flex; gap: 40px; padding: 24px 38px; height: 100%; background: #eceef1; }
form { flex: 1; padding: 18px 30px; background: #fff; border: 1px solid #d3d7dc; }
form p { margin: 4px 0 10px; color: #57606a; }
form label { display: block; margin-bottom: 9px; font-size: 19px; font-weight: bold; }
form label span { display: block; height: 38px; padding: 4px 12px; border: 1px solid #9aa3ad; border-radius: 3px; font-weight: normal; }
form .choice::after { content: ""; float: right; margin-top: 10px; border: 7px solid transparent; border-top-color: #1f2328; }
form i { display: inline-block; width: 22px; height: 22px; margin-right: 12px; border: 2px solid #9aa3ad; border-radius: 3px;
  vertical-align: -4px; }
form i.round { margin-bottom: 6px; border-radius: 50%; }
fieldset { margin: 0 0 9px; padding: 0; border: 0; font-size: 19px; }
legend { font-weight: bold; }
form i.ticked { border-color: #0a5bab; background: #0a5bab; }
form b { padding: 6px 14px; border-radius: 3px; background: #0a5bab; color: #fff; font-size: 19px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 26px 30px; margin: 0; padding: 34px 38px; height: 100%;
  align-content: space-evenly; background: #eceef1; }
dt { padding: 6px 0; font-weight: bold; }
dd { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 0; font-size: 19px; }
dd span { padding: 6px 12px; border: 1px solid #9aa3ad; border-radius: 4px; background: #fff; }
dd span + span { position: relative; margin-left: 26px; }
dd span + span::before { content: ""; position: absolute; left: -25px; top: 14px; width: 9px; height: 9px; rotate: 45deg;
  border: solid #57606a; border-width: 2px 2px 0 0; }
dd span:last-child { background: #0a5bab; border-color: #0a5bab; color: #fff; }
.dot { display: inline-block; width: 0.85em; height: 0.85em; border-radius: 50%; overflow: hidden; color: transparent;
  vertical-align: -0.05em; }
.siren { height: 0.7em; margin-top: 0.15em; border-radius: 50% 50% 0 0; box-shadow: 0 0.15em #5b5f66; overflow: hidden; vertical-align: 0.08em; }
`;
