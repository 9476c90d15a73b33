/**
 * What Redis runs in one step, so that nodes cannot come between each other. Each script works on one
 * key. The time is the server's own, which all nodes share, unless the caller hands one in.
 */
import { createHash } from 'node:crypto';

export interface Script {
  readonly lua: string;
  readonly sha: string;
}

const TIME = `
local now = tonumber(ARGV[1])
if not now then
  local server = redis.call('TIME')
  now = server[1] * 1000 + math.floor(server[2] / 1000)
end
`;

/**
 * A rolling window, by the same rules as memory/rolling-window.ts. The list holds time and count of each
 * run, oldest first, and behind them the offset and the total. Numbers are formatted by hand because Lua
 * would write times as 1.7e+12.
 *
 * ARGV: now or '', limit, windowMs, cost, '1' to count or '0' to peek, expiryMs.
 * Answers: allowed, total, milliseconds until empty, milliseconds until a retry may pass.
 */
export const WINDOW = script(`${TIME}
local key = KEYS[1]
local limit, window, cost = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local counting, expiry = ARGV[5] == '1', ARGV[6]
local offset, total, newest, newestCount = 0, 0, nil, 0

local tail = redis.call('LRANGE', key, -4, -1)
if #tail == 4 then
  newest, newestCount = tonumber(tail[1]), tonumber(tail[2])
  offset, total = tonumber(tail[3]), tonumber(tail[4])
end

local time = now + offset
if newest and time < newest then time = newest end
local edge = time - window
if newest and newest <= edge then
  if counting then redis.call('DEL', key) end
  newest, total, time = nil, 0, now
end

-- Walks over the runs from the oldest on; the newest one always ends the walk before offset and total.
local function walk(from, isDone)
  local at, step = from, 8
  while true do
    local part = redis.call('LRANGE', key, at, at + step - 1)
    if #part == 0 then return at end
    if #part < step then step = #part end
    for i = 1, step - 1, 2 do
      if isDone(tonumber(part[i]), tonumber(part[i + 1])) then return at + i - 1 end
    end
    at = at + step
    step = 512
  end
end

local dropped = 0
if newest then
  dropped = walk(0, function(runTime, count)
    if runTime > edge then return true end
    total = total - count
    return false
  end)
end

local allowed = total + cost <= limit
local counted = allowed and counting
local excess = total + cost - limit
if counted then excess = excess + cost end
local retry = 0
if excess > 0 then
  retry = window
  if newest then
    walk(dropped, function(runTime, count)
      excess = excess - count
      if excess <= 0 then retry = runTime + window - time end
      return excess <= 0 or runTime == newest
    end)
  end
end

local function text(number) return string.format('%.0f', number) end
if counted then
  total = total + cost
  local count = cost
  if newest == time then
    count = count + newestCount
    redis.call('LTRIM', key, dropped, -5)
  elseif newest then
    redis.call('LTRIM', key, dropped, -3)
  end
  redis.call('RPUSH', key, text(time), text(count), text(time - now), text(total))
  redis.call('PEXPIRE', key, expiry)
  newest = time
elseif counting and newest then
  if dropped > 0 then redis.call('LTRIM', key, dropped, -1) end
  if dropped > 0 or time - now ~= offset then
    redis.call('LSET', key, -2, text(time - now))
    redis.call('LSET', key, -1, text(total))
  end
end

local empty = 0
if newest then empty = newest + window - time end
return { allowed and 1 or 0, total, empty, retry }
`);

/**
 * Takes a place in a sorted set of holders by the time at which each frees itself.
 *
 * ARGV: now or '', slots, holdMsMax, the holder's id, expiryMs. Answers 1 when the place was taken.
 */
export const ACQUIRE = script(`${TIME}
local key = KEYS[1]
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
if redis.call('ZCARD', key) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', key, string.format('%.0f', now + ARGV[3]), ARGV[4])
if redis.call('PTTL', key) < tonumber(ARGV[5]) then redis.call('PEXPIRE', key, ARGV[5]) end
return 1
`);

function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}
