// What our sources use of Darwin's C library, for scripts/check-availability. All of it is older than
// macOS 10.13 and iOS 11 by Apple's documentation; state here since when a newer one is there:
// __attribute__((availability(macos, introduced = 14), availability(ios, introduced = 17)))
#include <stddef.h>

typedef unsigned short mode_t;
typedef int pid_t;
typedef long long off_t;
typedef long ssize_t;
typedef long time_t;
typedef unsigned int gid_t;
typedef unsigned int nfds_t;
typedef unsigned int sigset_t;
typedef unsigned int uid_t;
typedef unsigned int useconds_t;
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
typedef enum { _CLOCK_MONOTONIC = 6 } clockid_t;

struct pollfd { int fd; short events; short revents; };
struct stat {
  int st_dev; mode_t st_mode; unsigned long long st_ino; uid_t st_uid; gid_t st_gid; off_t st_size;
};
struct timespec { time_t tv_sec; long tv_nsec; };
struct winsize { unsigned short ws_row, ws_col; };
union __sigaction_u { void (*__sa_handler)(int); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };

#define EACCES 13
#define EAGAIN 35
#define ECANCELED 89
#define EEXIST 17
#define EINTR 4
#define EINVAL 22
#define EIO 5
#define EISDIR 21
#define ELOOP 62
#define ENOENT 2
#define ENOTDIR 20
#define ENOTSUP 45
#define ENXIO 6
#define EPIPE 32
#define FD_CLOEXEC 1
#define F_GETFL 3
#define F_SETFD 2
#define F_SETFL 4
#define O_APPEND 0x8
#define O_CLOEXEC 0x1000000
#define O_CREAT 0x200
#define O_EXCL 0x800
#define O_NOCTTY 0x20000
#define O_NONBLOCK 0x4
#define O_RDONLY 0
#define O_RDWR 0x2
#define O_TRUNC 0x400
#define O_WRONLY 0x1
#define PATH_MAX 1024
#define POLLIN 0x1
#define POLLOUT 0x4
#define POSIX_SPAWN_SETPGROUP 0x2
#define POSIX_SPAWN_SETSIGDEF 0x4
#define POSIX_SPAWN_SETSIGMASK 0x8
#define SEEK_SET 0
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGQUIT 3
#define SIGTERM 15
#define SIGXFSZ 25
#define SIG_BLOCK 1
#define SIG_SETMASK 3
#define STDERR_FILENO 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define WNOHANG 1
#define W_OK 2

char *getenv(const char *);
char *realpath(const char *, char *);
char *strdup(const char *);
char *strerror(int);
int access(const char *, int);
int clock_gettime(clockid_t, struct timespec *);
int close(int);
int fchmod(int, mode_t);
int fchown(int, uid_t, gid_t);
int fstat(int, struct stat *);
int fsync(int);
int ftruncate(int, off_t);
int isatty(int);
int kill(pid_t, int);
int mkstemp(char *);
int pipe(int[2]);
int poll(struct pollfd *, nfds_t, int);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawnp(
  pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
  char *const[], char *const[]);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int rename(const char *, const char *);
int setenv(const char *, const char *, int);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
int stat(const char *, struct stat *);
int unlink(const char *);
int usleep(useconds_t);
off_t lseek(int, off_t, int);
pid_t getpid(void);
pid_t waitpid(pid_t, int *, int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
unsigned int sleep(unsigned int);
void (*signal(int, void (*)(int)))(int);
void exit(int) __attribute__((noreturn));
void free(void *);
