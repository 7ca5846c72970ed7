package dev.tengen.arena.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Headless Chromium, driven by Selenium. Tests that use it are skipped if it is not installed.
 *
 * <p>Nothing sleeps for a fixed time: {@link #await} polls a condition.
 */
public final class Browser implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** A strong reference: unreferenced loggers are collected, and their levels with them. */
    private static final Logger NOISE = Logger.getLogger("org.openqa.selenium.devtools");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Opens a browser with a window of this size and a new profile. */
    public static Browser open(int width, int height) {
        assumeTrue(Files.isExecutable(PROGRAM), PROGRAM + " is not installed (Debian package chromium)");
        assumeTrue(Files.isExecutable(DRIVER), DRIVER + " is not installed (Debian package chromium-driver)");
        NOISE.setLevel(Level.SEVERE); // It warns of an unsupported version of Chromium.
        ChromeOptions options = new ChromeOptions();
        options.setBinary(PROGRAM.toFile());
        options.setAcceptInsecureCerts(true); // Of servers that tests start, which no authority knows.
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--window-size=" + width + "," + height);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Returns Selenium's driver, for what this class does not offer. */
    public ChromeDriver driver() {
        return driver;
    }

    /** Goes to an address. */
    public void go(String address) {
        driver.get(address);
    }

    /** Sets the size of the window that the page sees. */
    public void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** Sets the color scheme that the system prefers: "light" or "dark". */
    public void preferScheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Waits for the element that a CSS selector matches, and returns it. */
    public WebElement element(String selector) {
        return await(browser -> browser.driver.findElement(By.cssSelector(selector)));
    }

    /**
     * Waits for the element that a CSS selector matches, and clicks it. Views replace elements while they follow the
     * server.
     */
    public void click(String selector) {
        await(browser -> {
            browser.driver.findElement(By.cssSelector(selector)).click();
            return true;
        });
    }

    /** Waits for the element that a CSS selector matches, and returns its text. */
    public String text(String selector) {
        return await(
                browser -> browser.driver.findElement(By.cssSelector(selector)).getText());
    }

    /**
     * Returns the texts of the elements that a CSS selector matches now. Views replace elements while they follow the
     * server.
     */
    public List<String> texts(String selector) {
        return await(browser ->
                browser.elements(selector).stream().map(WebElement::getText).toList());
    }

    /** Returns the elements that a CSS selector matches now. */
    public List<WebElement> elements(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Returns the number of elements that a CSS selector matches now. */
    public int count(String selector) {
        return elements(selector).size();
    }

    /**
     * Polls {@code condition} until it returns neither null nor false, and returns its result. Exceptions count as "not
     * yet".
     */
    public <T> T await(Function<Browser, T> condition) {
        return new WebDriverWait(driver, PATIENCE, Duration.ofMillis(20))
                .ignoring(RuntimeException.class)
                .until(waiting -> condition.apply(this));
    }

    /** Waits until the text of an element contains {@code text}. */
    public void awaitText(String selector, String text) {
        await(browser -> text(selector).contains(text));
    }

    /** Runs JavaScript in the page and returns what it returns. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Sends keys to the focused element. */
    public void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Returns the errors in the console since the last call, including failed requests. */
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Writes a screenshot as PNG. */
    public void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
