/** What people paste into their assistant, with the address of this installation filled in. */
export interface SetUp {
  readonly client: string;
  readonly text: string;
}

export function setUps(origin: string): readonly SetUp[] {
  const url = `${origin}/mcp`;
  const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
  const bearer = (token: string): object => ({ Authorization: `Bearer ${token}` });
  return [
    {
      client: 'Claude Code',
      text: `claude mcp add --transport http xplain ${url} --header "Authorization: Bearer $XPLAIN_TOKEN"`,
    },
    {
      client: 'Cursor',
      text: json({ mcpServers: { xplain: { url, headers: bearer('${env:XPLAIN_TOKEN}') } } }),
    },
    {
      client: 'VS Code',
      text: json({
        servers: { xplain: { type: 'http', url, headers: bearer('${input:token}') } },
        inputs: [
          { type: 'promptString', id: 'token', description: 'Xplain token', password: true },
        ],
      }),
    },
    {
      client: 'Other clients (stdio)',
      text: json({
        mcpServers: { xplain: { command: 'xplain', args: ['mcp'], env: { XPLAIN_URL: origin } } },
      }),
    },
  ];
}
