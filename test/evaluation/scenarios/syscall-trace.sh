# A small daemon in C under strace, built with gcc: which files it opens, which sockets it gets, where it fails.
cat > d.c <<'T'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <arpa/inet.h>
static void say(const char *m) { char b[200]; int n = snprintf(b, sizeof b, "meterd: %s\n", m); write(1, b, n); }
int main(int argc, char **argv) {
  char b[64]; int f = open("conf/meterd.conf", O_RDONLY); if (f >= 0) { read(f, b, 64); close(f); say("configuration loaded"); }
  if (open("conf/override.conf", O_RDONLY) < 0) say("no override.conf, defaults kept");
  f = open("run/meterd.pid", O_WRONLY | O_CREAT | O_EXCL, 0644); write(f, "1\n", 2); close(f); say("pid file written");
  int s = socket(AF_INET, SOCK_STREAM, 0), one = 1; struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])) }; a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one); if (bind(s, (void *)&a, sizeof a) == 0 && listen(s, 16) == 0) say("listening on main port");
  int t = socket(AF_INET, SOCK_STREAM, 0); if (bind(t, (void *)&a, sizeof a) < 0) say("admin port is taken");
  int u = socket(AF_INET, SOCK_STREAM, 0); a.sin_port = htons(atoi(argv[2])); if (connect(u, (void *)&a, sizeof a) < 0) say("collector unreachable");
  mkdir("run/spool", 0755); for (int i = 0; i < 40; i++) { char p[40]; snprintf(p, 40, "run/spool/r%02d.dat", i); f = open(p, O_WRONLY | O_CREAT, 0600); write(f, "reading", 7); fsync(f); close(f); }
  rename("run/spool/r00.dat", "run/spool/first.dat"); unlink("run/spool/r39.dat"); unlink("run/spool/nosuch.dat"); rmdir("run/spool");
  chown("run/spool/first.dat", 0, 0); chmod("run/spool/first.dat", 0400); symlink("first.dat", "run/spool/latest");
  if (open("/proc/1/nosuch/mem", O_RDWR) < 0) say("hardware counters skipped, device not configured");
  if (fork() == 0) { execl("./report", "report", (char *)0); _exit(127); } int st; wait(&st); if (WEXITSTATUS(st) == 127) say("report helper could not be started");
  if (fork() == 0) { execl("/bin/true", "true", (char *)0); _exit(127); } wait(&st); say(st == 0 ? "self test passed" : "self test failed");
  unlink("run/meterd.pid"); say("stopped"); return 0;
}
T
gcc -w -o meterd d.c && mkdir -p conf run && echo 'rate=5' > conf/meterd.conf
strace -f -qq -s 80 -e trace=openat,open,bind,listen,connect,socket,mkdir,rename,unlink,rmdir,chmod,chown,symlink,fsync,execve,write,exit_group,unlinkat,renameat,fchmodat -e signal=none -o trace.txt ./meterd $PORT_A $PORT_B > /dev/null
perl -pe 's/^(\d+)/$ids{$1} ||= 1000 + keys %ids; $ids{$1}/e' trace.txt
