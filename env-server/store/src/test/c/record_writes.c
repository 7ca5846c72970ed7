// Records what a process writes to some files, and when it synchronizes them, so that a test can tell what a power cut would leave. It can
// also make the disk sick.
//
// Preload it with TENGEN_RECORD_PREFIX (the path that the names of the files start with) and TENGEN_RECORD_LOG (the file to record to).
// A record is: one character, the number of the file (4 bytes), an offset (8 bytes), a length (4 bytes), and then the bytes:
//   N  a file was opened for the first time: the bytes are its name
//   W  bytes were written at the offset
//   T  the file was truncated to the offset
//   S  the file was synchronized; recorded after that was done
//   U  the file was deleted
// All numbers are in the byte order of the machine.
//
// The first character of the file TENGEN_DISK, if it is there, says how the disk is: "s" for slow, so that each synchronization takes half a
// second, or "f" for failing, so that writes and synchronizations fail.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define MAX_DESCRIPTOR 65536
#define MAX_FILE_COUNT 64
#define SLOW_MICROSECONDS 500000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_descriptor = -1;
static const char *prefix;
static char *names[MAX_FILE_COUNT];
static int file_count;
// The number of the file of each descriptor, plus one; 0 for other files.
static int files[MAX_DESCRIPTOR];

__attribute__((constructor)) static void start(void) {
    prefix = getenv("TENGEN_RECORD_PREFIX");
    const char *log = getenv("TENGEN_RECORD_LOG");
    if (prefix != NULL && log != NULL) {
        log_descriptor = (int) syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
}

static void record(char kind, int file, int64_t offset, const void *bytes, uint32_t length) {
    char *message = malloc(17 + (size_t) length);
    int32_t number = file;
    message[0] = kind;
    memcpy(message + 1, &number, 4);
    memcpy(message + 5, &offset, 8);
    memcpy(message + 13, &length, 4);
    if (length > 0) {
        memcpy(message + 17, bytes, length);
    }
    if (syscall(SYS_write, log_descriptor, message, 17 + (size_t) length) != 17 + (ssize_t) length) {
        abort();
    }
    free(message);
}

static int is_recorded(int descriptor) {
    return descriptor >= 0 && descriptor < MAX_DESCRIPTOR && files[descriptor] > 0;
}

static int opened(const char *path, int descriptor) {
    if (descriptor < 0 || descriptor >= MAX_DESCRIPTOR || log_descriptor < 0
        || strncmp(path, prefix, strlen(prefix)) != 0 || strstr(path, "-shm") != NULL) {
        return descriptor;
    }
    pthread_mutex_lock(&lock);
    int file = 0;
    while (file < file_count && strcmp(names[file], path) != 0) {
        file++;
    }
    if (file == file_count) {
        if (file_count == MAX_FILE_COUNT) {
            abort();
        }
        names[file_count++] = strdup(path);
        record('N', file, 0, path, (uint32_t) strlen(path));
    }
    files[descriptor] = file + 1;
    pthread_mutex_unlock(&lock);
    return descriptor;
}

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

static mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return opened(path, REAL(open)(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return opened(path, REAL(open64)(path, flags, mode));
}

int close(int descriptor) {
    if (is_recorded(descriptor)) {
        files[descriptor] = 0;
    }
    return REAL(close)(descriptor);
}

// Returns how the disk is of which `descriptor` is a file; 0 if it is well.
static char sickness(int descriptor) {
    const char *path = getenv("TENGEN_DISK");
    char kind = 0;
    if (is_recorded(descriptor) && path != NULL) {
        int control = (int) syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
        if (control >= 0) {
            if (syscall(SYS_read, control, &kind, 1) != 1) {
                kind = 0;
            }
            syscall(SYS_close, control);
        }
    }
    return kind;
}

static int fails(int descriptor) {
    if (sickness(descriptor) != 'f') {
        return 0;
    }
    errno = EIO;
    return 1;
}

static ssize_t written(int descriptor, const void *bytes, int64_t offset, ssize_t count) {
    if (is_recorded(descriptor) && count > 0) {
        pthread_mutex_lock(&lock);
        record('W', files[descriptor] - 1, offset, bytes, (uint32_t) count);
        pthread_mutex_unlock(&lock);
    }
    return count;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return fails(descriptor) ? -1 : written(descriptor, bytes, offset, REAL(pwrite)(descriptor, bytes, count, offset));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return fails(descriptor) ? -1 : written(descriptor, bytes, offset, REAL(pwrite64)(descriptor, bytes, count, offset));
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!is_recorded(descriptor)) {
        return REAL(write)(descriptor, bytes, count);
    }
    int64_t offset = lseek(descriptor, 0, SEEK_CUR);
    return written(descriptor, bytes, offset, REAL(write)(descriptor, bytes, count));
}

static int changed(char kind, int descriptor, int64_t offset, int result) {
    if (is_recorded(descriptor) && result == 0) {
        pthread_mutex_lock(&lock);
        record(kind, files[descriptor] - 1, offset, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return result;
}

int ftruncate(int descriptor, off_t length) {
    return changed('T', descriptor, length, REAL(ftruncate)(descriptor, length));
}

int ftruncate64(int descriptor, off64_t length) {
    return changed('T', descriptor, length, REAL(ftruncate64)(descriptor, length));
}

static int synchronized(int descriptor, int (*real)(int)) {
    if (fails(descriptor)) {
        return -1;
    }
    if (sickness(descriptor) == 's') {
        usleep(SLOW_MICROSECONDS);
    }
    return changed('S', descriptor, 0, real(descriptor));
}

int fsync(int descriptor) {
    return synchronized(descriptor, REAL(fsync));
}

int fdatasync(int descriptor) {
    return synchronized(descriptor, REAL(fdatasync));
}

int unlink(const char *path) {
    int result = REAL(unlink)(path);
    if (result == 0 && log_descriptor >= 0) {
        pthread_mutex_lock(&lock);
        for (int file = 0; file < file_count; file++) {
            if (strcmp(names[file], path) == 0) {
                record('U', file, 0, NULL, 0);
            }
        }
        pthread_mutex_unlock(&lock);
    }
    return result;
}
